<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AboutModel</name>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>What can be imported</source>
        <translation>可以导入什么</translation>
    </message>
</context>
<context>
    <name>AlignedHeads</name>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Layer and head, or the mean over the heads of a layer</source>
        <translation>层和头，或一层中各头的平均</translation>
    </message>
    <message>
        <source>Alignment error rate: 1 − (|A∩S| + |A∩P|) / (|A| + |S|) of links A, sure gold links S and possible ones P; 0 is best</source>
        <translation>对齐错误率：1 − (|A∩S| + |A∩P|) / (|A| + |S|)，其中 A 为连线，S 为确定的标准连线，P 为可能的标准连线；0 最好</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Share of the links that are possible gold links</source>
        <translation>连线中属于可能的标准连线的比例</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Share of the sure gold links that are found</source>
        <translation>确定的标准连线中被找到的比例</translation>
    </message>
    <message>
        <source>Heads as word alignments, the best first</source>
        <translation>作为词对齐的各个头，最好的在前</translation>
    </message>
    <message>
        <source>L{layer} mean</source>
        <translation>L{layer} 平均</translation>
    </message>
</context>
<context>
    <name>AlignmentPanel</name>
    <message>
        <source>Open gold…</source>
        <translation>打开标准对齐…</translation>
    </message>
    <message>
        <source>Compare with a line of a Pharaoh file, such as 0-0 1-2 2?3</source>
        <translation>与 Pharaoh 文件中的一行比较，例如 0-0 1-2 2?3</translation>
    </message>
    <message>
        <source>choose a line</source>
        <translation>选择一行</translation>
    </message>
    <message>
        <source>Line of this sentence in the file</source>
        <translation>这个句子在文件中的行</translation>
    </message>
    <message>
        <source>line</source>
        <translation>第</translation>
    </message>
    <message>
        <source>of {count}</source>
        <translation>行，共 {count} 行</translation>
    </message>
    <message>
        <source>{row} · {n} pairs of {task} · gold: their exact links</source>
        <translation>{row} · {task} 的 {n} 个句对 · 标准：它们的精确连线</translation>
    </message>
    <message>
        <source>{row} · {n} of {total} pairs of {task} · gold: their exact links</source>
        <translation>{row} · {task} 的 {total} 个句对中的 {n} 个 · 标准：它们的精确连线</translation>
    </message>
    <message>
        <source>The right links of this translation are unknown: open a file that has them.</source>
        <translation>这个译文的标准连线未知：请打开含有它们的文件。</translation>
    </message>
    <message>
        <source>{row} · this sentence · gold: its exact links</source>
        <translation>{row} · 这个句子 · 标准：它的精确连线</translation>
    </message>
    <message>
        <source>{row} · this sentence · gold: line {line} of {file}</source>
        <translation>{row} · 这个句子 · 标准：{file} 的第 {line} 行</translation>
    </message>
    <message>
        <source>Predicted row</source>
        <translation>预测行</translation>
    </message>
    <message>
        <source>Align a word by the row that predicts it</source>
        <translation>按预测该词的行对齐</translation>
    </message>
    <message>
        <source>Input row</source>
        <translation>输入行</translation>
    </message>
    <message>
        <source>Align a word by the row whose input it is, one later</source>
        <translation>按以该词为输入的行对齐，即下一行</translation>
    </message>
    <message>
        <source>This sentence</source>
        <translation>这个句子</translation>
    </message>
    <message>
        <source>Score the heads on the sentence on screen</source>
        <translation>在屏幕上的句子上为各个头评分</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Score the heads on pairs of the model’s own generated task</source>
        <translation>在模型自己的生成任务的句对上为各个头评分</translation>
    </message>
    <message>
        <source>Open a gold alignment (Pharaoh format)</source>
        <translation>打开标准对齐（Pharaoh 格式）</translation>
    </message>
</context>
<context>
    <name>AnimationDialog</name>
    <message>
        <source>Save animation</source>
        <translation>保存动画</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>内容(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Frames &amp;per second</source>
        <translation>每秒帧数(&amp;P)</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>尺寸(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>Decoding, step by step</source>
        <translation>逐步解码</translation>
    </message>
    <message>
        <source>Training, over time</source>
        <translation>训练过程</translation>
    </message>
    <message>
        <source>Video (MP4)</source>
        <translation>视频（MP4）</translation>
    </message>
    <message>
        <source>Animation (GIF)</source>
        <translation>动图（GIF）</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Drawing frame {done} of {count}…</source>
        <translation>正在绘制第 {done} 帧，共 {count} 帧…</translation>
    </message>
    <message>
        <source>No run with recorded attention is shown. Choose one in Train › Runs.</source>
        <translation>当前没有显示带注意力记录的训练。请在“训练 › 训练记录”中选择一个。</translation>
    </message>
    <message>
        <source>There are no steps to animate: type a sentence first.</source>
        <translation>没有可做成动画的步骤：请先输入一个句子。</translation>
    </message>
    <message>
        <source>{count} frames of “{about}”, {seconds}. The last frame is held briefly.</source>
        <translation>“{about}”：{count} 帧，{seconds}。最后一帧会多停留片刻。</translation>
    </message>
</context>
<context>
    <name>ArchitecturePanel</name>
    <message>
        <source>Type a sentence to see how the model processes it.</source>
        <translation>输入一个句子，即可查看模型如何处理它。</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>结构图</translation>
    </message>
    <message>
        <source>The blocks of the loaded model</source>
        <translation>已加载模型的各个模块</translation>
    </message>
    <message>
        <source>Post-norm and pre-norm</source>
        <translation>后归一化与前归一化</translation>
    </message>
    <message>
        <source>Where normalisation is applied, and its effect</source>
        <translation>归一化放在哪里，会带来什么变化</translation>
    </message>
    <message>
        <source>Complexity</source>
        <translation>复杂度</translation>
    </message>
    <message>
        <source>Cost of self-attention compared with recurrence and convolution</source>
        <translation>自注意力与循环、卷积相比的开销</translation>
    </message>
</context>
<context>
    <name>AttentionPanel</name>
    <message>
        <source>Type a sentence to see its attention.</source>
        <translation>输入一个句子，即可查看它的注意力。</translation>
    </message>
</context>
<context>
    <name>AttentionTable</name>
    <message>
        <source>Weights as a table</source>
        <translation>权重表</translation>
    </message>
</context>
<context>
    <name>AttentionTableDialog</name>
    <message>
        <source>Weights as a table</source>
        <translation>权重表</translation>
    </message>
    <message>
        <source>{title} – weights as a table</source>
        <translation>{title} – 权重表</translation>
    </message>
    <message>
        <source>&amp;Copy everything</source>
        <translation>全部复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy all cells with their tokens, for a spreadsheet</source>
        <translation>复制所有单元格及其词元，可粘贴到电子表格</translation>
    </message>
</context>
<context>
    <name>AttentionTools</name>
    <message>
        <source>Scale, colours, special tokens, words and head measures; in a narrow window also row labels and head display</source>
        <translation>刻度、颜色、特殊词元、词和头的度量；窗口较窄时还有行标签和头的显示方式</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>更多选项</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Show all three kinds next to each other, linked</source>
        <translation>并排显示三种注意力，彼此联动</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Link each target word to the source word that it attends to most: a word alignment says what each word translates, and attention need not be one</source>
        <translation>把每个目标词连到它最关注的源词：词对齐说明每个词译自哪个词，而注意力不一定就是词对齐</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Scale, colours, special tokens, words and head measures</source>
        <translation>刻度、颜色、特殊词元、词和头的度量</translation>
    </message>
</context>
<context>
    <name>BatchEditor</name>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>not in the batch: the model cannot read it</source>
        <translation>不在批次中：模型读不了它</translation>
    </message>
    <message>
        <source>Sentence {number}</source>
        <translation>句子 {number}</translation>
    </message>
    <message>
        <source>Show the masks of this sentence of the batch</source>
        <translation>显示批次中这个句子的掩码</translation>
    </message>
    <message>
        <source>Text of sentence {number}</source>
        <translation>句子 {number} 的文本</translation>
    </message>
    <message>
        <source>Type a sentence and press Enter</source>
        <translation>输入句子，按回车键</translation>
    </message>
    <message>
        <source>The sentence on screen: translate another one to change it</source>
        <translation>当前的句子：翻译另一个句子即可更换</translation>
    </message>
    <message>
        <source>Another sentence of the batch; press Enter to use it</source>
        <translation>批次中的另一个句子；按回车键采用</translation>
    </message>
    <message>
        <source>Remove sentence {number}</source>
        <translation>移除句子 {number}</translation>
    </message>
    <message>
        <source>Remove this sentence from the batch</source>
        <translation>把这个句子移出批次</translation>
    </message>
</context>
<context>
    <name>BatchPart</name>
    <message>
        <source>sentence {number}</source>
        <translation>句子 {number}</translation>
    </message>
    <message>
        <source>The batch: shorter sentences are padded to the length of the longest</source>
        <translation>批次：较短的句子填充到最长句子的长度</translation>
    </message>
    <message>
        <source>The batch: all sentences have the same length, so there is no padding</source>
        <translation>批次：所有句子一样长，因此没有填充</translation>
    </message>
    <message>
        <source>Add a sentence</source>
        <translation>添加句子</translation>
    </message>
    <message>
        <source>Add a sentence to the batch (at most {most})</source>
        <translation>向批次添加一个句子（最多 {most} 个）</translation>
    </message>
</context>
<context>
    <name>BleuNumbers</name>
    <message>
        <source>sacrebleu: {score} · {signature}</source>
        <translation>sacrebleu：{score} · {signature}</translation>
    </message>
</context>
<context>
    <name>BleuPanel</name>
    <message>
        <source>BLEU {score}</source>
        <translation>BLEU {score}</translation>
    </message>
    <message>
        <source>Type a reference translation above: BLEU then scores “{translation}” against it.</source>
        <translation>请在上方输入参考译文：BLEU 会据此给“{translation}”评分。</translation>
    </message>
    <message>
        <source>Headlight has no reference for this sentence. Type one above, and BLEU scores “{translation}” against it.</source>
        <translation>Headlight 没有这个句子的参考译文。请在上方输入一个，BLEU 就会据此给“{translation}”评分。</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考译文</translation>
    </message>
    <message>
        <source>a correct translation</source>
        <translation>一个正确译文</translation>
    </message>
    <message>
        <source>A correct translation to compare with; the score updates as you type</source>
        <translation>用来对照的正确译文；边输入边评分</translation>
    </message>
    <message>
        <source>reference: {text}</source>
        <translation>参考译文：{text}</translation>
    </message>
    <message>
        <source>Your own target of this sentence; type here to compare with another one</source>
        <translation>你为这个句子给出的目标句；在这里输入，可与另一个比较</translation>
    </message>
    <message>
        <source>Type a sentence to score its translation.</source>
        <translation>输入一个句子，即可给它的译文评分。</translation>
    </message>
    <message>
        <source>Ignore case</source>
        <translation>忽略大小写</translation>
    </message>
    <message>
        <source>Treat upper and lower case as the same</source>
        <translation>大写和小写视为相同</translation>
    </message>
</context>
<context>
    <name>BlockFacts</name>
    <message>
        <source>Tensors, for this sentence</source>
        <translation>这个句子的张量</translation>
    </message>
    <message>
        <source>Details of the selected block</source>
        <translation>选中模块的详情</translation>
    </message>
    <message>
        <source>No parameters</source>
        <translation>无参数</translation>
    </message>
    <message>
        <source>Parameters: shared with the embedding, counted there</source>
        <translation>参数：与词嵌入共享，已在那里计入</translation>
    </message>
    <message>
        <source>Parameters: {count} · {share} of all</source>
        <translation>参数：{count} · 占全部的 {share}</translation>
    </message>
    <message>
        <source>No matrix product: it works element by element</source>
        <translation>没有矩阵乘法：逐元素计算</translation>
    </message>
    <message>
        <source>Multiply-adds: {count} · {share} of all</source>
        <translation>乘加运算：{count} · 占全部的 {share}</translation>
    </message>
</context>
<context>
    <name>BranchList</name>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练记录</translation>
    </message>
    <message>
        <source>Return shows a run, Space compares with it</source>
        <translation>回车键显示一次训练，空格键与它对比</translation>
    </message>
    <message>
        <source>Return shows a branch, F2 names it, Space compares with it, Del deletes it</source>
        <translation>回车键显示分支，F2 命名，空格键与它对比，Del 删除</translation>
    </message>
    <message>
        <source>Show this branch</source>
        <translation>显示这个分支</translation>
    </message>
    <message>
        <source>Show this run</source>
        <translation>显示这次训练</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>BranchNameEditor</name>
    <message>
        <source>Name of the branch</source>
        <translation>分支的名称</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>CandidateBars</name>
    <message>
        <source>Candidates for the next token</source>
        <translation>下一个词元的候选</translation>
    </message>
    <message>
        <source>{token}: probability {probability}, log-probability {log} nats</source>
        <translation>{token}：概率 {probability}，对数概率 {log} nat</translation>
    </message>
    <message>
        <source>{text} in the comparison; not among the top candidates here</source>
        <translation>{text}（对比的一方）；在这里不在最佳候选之中</translation>
    </message>
    <message>
        <source>{text}; probability in the comparison: {probability}</source>
        <translation>{text}；对比的一方概率为 {probability}</translation>
    </message>
    <message>
        <source>this token was chosen here</source>
        <translation>这里选用的就是这个词元</translation>
    </message>
    <message>
        <source>click or press Return to branch with this token</source>
        <translation>单击或按回车键，以它另开分支继续解码</translation>
    </message>
    <message>
        <source>{values} · {use}</source>
        <translation>{values} · {use}</translation>
    </message>
</context>
<context>
    <name>CandidateLine</name>
    <message>
        <source>Best candidates for this token</source>
        <translation>此词元的最佳候选</translation>
    </message>
    <message>
        <source>Best candidates for the next token</source>
        <translation>下一词元的最佳候选</translation>
    </message>
</context>
<context>
    <name>ChangePart</name>
    <message>
        <source>Back to the real masks</source>
        <translation>恢复真实掩码</translation>
    </message>
    <message>
        <source>Undo every flipped cell of all three masks</source>
        <translation>撤销三个掩码中所有翻转的单元格</translation>
    </message>
</context>
<context>
    <name>CheckDialog</name>
    <message>
        <source>Check this model</source>
        <translation>检查这个模型</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close this page; a running check stops</source>
        <translation>关闭本页；正在进行的检查也会停止</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop checking; results so far are kept</source>
        <translation>停止检查；已有的结果会保留</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Check the model that is open now</source>
        <translation>检查现在打开的模型</translation>
    </message>
    <message>
        <source>Another model is open now. Check again to test it.</source>
        <translation>现在打开的是另一个模型：请重新检查。</translation>
    </message>
    <message>
        <source>Checking {model}: {done} of {count} checks done…</source>
        <translation>正在检查 {model}：已完成 {done} / {count} 项…</translation>
    </message>
    <message>
        <source>{number} {verdict}</source>
        <translation>{number} 项{verdict}</translation>
    </message>
    <message>
        <source>{model}: {count} checks · {told}</source>
        <translation>{model}：共 {count} 项检查 · {told}</translation>
    </message>
    <message>
        <source>{model}: stopped after {done} of {count} checks · {told}</source>
        <translation>{model}：完成 {done} / {count} 项后停止 · {told}</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>Choose…</source>
        <translation>请选择…</translation>
    </message>
</context>
<context>
    <name>ComplexityPage</name>
    <message>
        <source>Complexity of four types of layers</source>
        <translation>四类层的复杂度</translation>
    </message>
</context>
<context>
    <name>ComplexityTools</name>
    <message>
        <source>Length of the sentence</source>
        <translation>句子长度</translation>
    </message>
    <message>
        <source>Width of the layer</source>
        <translation>层的宽度</translation>
    </message>
    <message>
        <source>Width of the convolution&apos;s kernel</source>
        <translation>卷积核的宽度</translation>
    </message>
    <message>
        <source>Width of the restricted self-attention&apos;s window</source>
        <translation>受限自注意力的窗口宽度</translation>
    </message>
    <message>
        <source>Over n</source>
        <translation>横轴 n</translation>
    </message>
    <message>
        <source>Plot against sentence length</source>
        <translation>曲线的横轴为句子长度</translation>
    </message>
    <message>
        <source>Over d</source>
        <translation>横轴 d</translation>
    </message>
    <message>
        <source>Plot against layer width</source>
        <translation>曲线的横轴为层的宽度</translation>
    </message>
</context>
<context>
    <name>ConfigurationForm</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
</context>
<context>
    <name>CoverMark</name>
    <message>
        <source>Covered: {covers} · Space reveals</source>
        <translation>已遮住：{covers} · 按空格键揭开</translation>
    </message>
    <message>
        <source>Reveal what was hidden first (Space)</source>
        <translation>揭开最先遮住的内容（空格键）</translation>
    </message>
</context>
<context>
    <name>CrossView</name>
    <message>
        <source>Cross-attention during training</source>
        <translation>训练过程中的交叉注意力</translation>
    </message>
    <message>
        <source>{layer}, head mean</source>
        <translation>{layer}，各头平均</translation>
    </message>
</context>
<context>
    <name>CurveKey</name>
    <message>
        <source>Line: training; dots: validation, on held-out pairs</source>
        <translation>线：训练；点：验证，用留出的句对</translation>
    </message>
    <message>
        <source>Dashed, with hollow dots: {name}</source>
        <translation>虚线和空心点：{name}</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
</context>
<context>
    <name>CurvesView</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Which curve is shown; a larger window shows all</source>
        <translation>显示哪条曲线；窗口大时全部显示</translation>
    </message>
    <message>
        <source>Lo&amp;g scale</source>
        <translation>对数刻度(&amp;G)</translation>
    </message>
    <message>
        <source>Draw the loss on a logarithmic scale</source>
        <translation>用对数刻度画损失</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>nats per token</source>
        <translation>nat/词元</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>Exact match (%)</source>
        <translation>完全匹配 (%)</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>评分</translation>
    </message>
</context>
<context>
    <name>DeviceChooser</name>
    <message>
        <source>CUDA GPU</source>
        <translation>CUDA GPU</translation>
    </message>
    <message>
        <source>Apple GPU</source>
        <translation>Apple GPU</translation>
    </message>
    <message>
        <source>Auto (fastest)</source>
        <translation>自动（最快）</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Device that runs the model; Auto picks the fastest</source>
        <translation>运行模型的设备；“自动”选用最快的设备</translation>
    </message>
</context>
<context>
    <name>DiagramTools</name>
    <message>
        <source>Labels beside the blocks</source>
        <translation>模块旁标注的内容</translation>
    </message>
    <message>
        <source>Label each block with its output shape, its number of parameters, or its share of the multiply-adds for this sentence</source>
        <translation>每个模块旁标注：输出的形状、参数个数，或在这个句子的乘加运算中所占的比例</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Multiply-adds</source>
        <translation>乘加运算</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Which layer is expanded (Page Up and Page Down in the diagram)</source>
        <translation>展开哪一层（在结构图中按 Page Up、Page Down 切换）</translation>
    </message>
</context>
<context>
    <name>DimensionField</name>
    <message>
        <source>Dimensions</source>
        <translation>维</translation>
    </message>
    <message>
        <source>Indices of the dimensions to plot, such as 0, 1, 20</source>
        <translation>要画成曲线的维的编号，例如 0, 1, 20</translation>
    </message>
</context>
<context>
    <name>EditMenu</name>
    <message>
        <source>&amp;Undo: {step}</source>
        <translation>撤销(&amp;U)：{step}</translation>
    </message>
    <message>
        <source>&amp;Redo: {step}</source>
        <translation>重做(&amp;R)：{step}</translation>
    </message>
</context>
<context>
    <name>EffectBar</name>
    <message>
        <source>Pairs that effects are measured over</source>
        <translation>测量影响所用的句对</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>Table, pruning…</source>
        <translation>表格、剪除…</translation>
    </message>
    <message>
        <source>List the effects; prune heads</source>
        <translation>列出影响；剪除头</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>The sentence on screen</source>
        <translation>屏幕上的句子</translation>
    </message>
    <message>
        <source>Pairs of a file…</source>
        <translation>文件中的句对…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop measuring; results so far are kept</source>
        <translation>停止测量；已有的结果会保留</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Measure the effect of every head</source>
        <translation>测量每个头的影响</translation>
    </message>
    <message>
        <source>Switch a head off by the mean of its output over the pairs</source>
        <translation>用头的输出在这些句对上的平均值来关闭它</translation>
    </message>
    <message>
        <source>Switch a head off by zeros, which also remove its mean</source>
        <translation>用零来关闭一个头，这也会去掉它的平均值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>零</translation>
    </message>
</context>
<context>
    <name>EffectsDialog</name>
    <message>
        <source>Effects of heads on the loss</source>
        <translation>头对损失的影响</translation>
    </message>
    <message>
        <source>Effects of heads</source>
        <translation>头的影响</translation>
    </message>
    <message>
        <source>Score of the pruned model</source>
        <translation>剪除后模型的得分</translation>
    </message>
    <message>
        <source>Progress of pruning</source>
        <translation>剪除进度</translation>
    </message>
    <message>
        <source>By effect</source>
        <translation>按影响</translation>
    </message>
    <message>
        <source>The largest effect first</source>
        <translation>影响最大的在前</translation>
    </message>
    <message>
        <source>By error</source>
        <translation>按标准误</translation>
    </message>
    <message>
        <source>The largest standard error first</source>
        <translation>标准误最大的在前</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>In the order of the layers</source>
        <translation>按层的顺序</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop pruning; scores so far are kept</source>
        <translation>停止剪除；已有的得分会保留</translation>
    </message>
    <message>
        <source>Switch heads off, the least important first, and score the model</source>
        <translation>从最不重要的头开始逐个关闭，并给模型评分</translation>
    </message>
    <message>
        <source>Prune until it breaks</source>
        <translation>剪除到失效为止</translation>
    </message>
</context>
<context>
    <name>EmbeddingPanel</name>
    <message>
        <source>Type a sentence to see how its tokens enter the model.</source>
        <translation>输入一个句子，即可查看它的词元如何进入模型。</translation>
    </message>
</context>
<context>
    <name>EquationView</name>
    <message>
        <source>Computing the values…</source>
        <translation>正在计算数值…</translation>
    </message>
</context>
<context>
    <name>ExperimentView</name>
    <message>
        <source>Not run yet. Two models (“{usual}” and “{changed}”) learn the same task for {epochs} epochs: {task}. Their curves and translations appear here when you run the experiment.</source>
        <translation>还没有运行。两个模型（“{usual}”和“{changed}”）各用 {epochs} 轮学习同一个任务：{task}。运行这个实验后，它们的曲线和译文会显示在这里。</translation>
    </message>
    <message>
        <source>The last run was stopped early.</source>
        <translation>上次运行提前停止了。</translation>
    </message>
    <message>
        <source>The last run failed: {reason}</source>
        <translation>上次运行失败：{reason}</translation>
    </message>
    <message>
        <source>Recorded on two cores, {time}. Run it yourself: your result replaces this one.</source>
        <translation>双核录制，用时 {time}。请自己运行：你的结果会取代它。</translation>
    </message>
    <message>
        <source>Paused; {percent} % done.</source>
        <translation>已暂停；已完成 {percent} %。</translation>
    </message>
    <message>
        <source>Setting up both models…</source>
        <translation>正在建立两个模型…</translation>
    </message>
    <message>
        <source>Training both models in turn: {percent} %, about {time} left.</source>
        <translation>两个模型轮流训练：{percent} %，约剩 {time}。</translation>
    </message>
    <message>
        <source>Inconclusive</source>
        <translation>没有定论</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>It can run when no other training is active.</source>
        <translation>没有其他训练在进行时才能运行。</translation>
    </message>
    <message>
        <source>Takes about {time}; you can keep using the window.</source>
        <translation>约需 {time}；其间窗口可照常使用。</translation>
    </message>
    <message>
        <source>What do you think?</source>
        <translation>你认为会怎样？</translation>
    </message>
    <message>
        <source>‹ All experiments</source>
        <translation>‹ 所有实验</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>回到列表</translation>
    </message>
    <message>
        <source>Run the experiment</source>
        <translation>运行实验</translation>
    </message>
    <message>
        <source>Train both models, taking turns</source>
        <translation>轮流训练两个模型</translation>
    </message>
    <message>
        <source>Train both models again, taking turns</source>
        <translation>重新轮流训练两个模型</translation>
    </message>
    <message>
        <source>Show their curves, attention and the answer again</source>
        <translation>重新显示它们的曲线和注意力，以及答案</translation>
    </message>
    <message>
        <source>Run it again</source>
        <translation>再运行一次</translation>
    </message>
    <message>
        <source>Run without predicting</source>
        <translation>不作预测，直接运行</translation>
    </message>
    <message>
        <source>Train both models now, without a prediction</source>
        <translation>马上训练两个模型，不作预测</translation>
    </message>
    <message>
        <source>Show both runs</source>
        <translation>显示两次训练</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>实验的进度</translation>
    </message>
</context>
<context>
    <name>ExperimentsList</name>
    <message>
        <source>Two small models that differ in one setting learn the same task. Predict how the changed one performs, then watch.</source>
        <translation>两个小模型只有一处不同，学习同样的内容。先预测改动过的那个会怎样，再看结果。</translation>
    </message>
    <message>
        <source>recorded result; not run here yet</source>
        <translation>录制的结果；这里还没有运行过</translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>已有答案</translation>
    </message>
</context>
<context>
    <name>FocusHelp</name>
    <message>
        <source>Keys: {keys}</source>
        <translation>按键：{keys}</translation>
    </message>
</context>
<context>
    <name>ForcingPanel</name>
    <message>
        <source>Type a sentence to see how the model is trained on it.</source>
        <translation>输入一个句子，看模型如何用它训练。</translation>
    </message>
</context>
<context>
    <name>ForcingPart</name>
    <message>
        <source>Expected target</source>
        <translation>期望的目标句</translation>
    </message>
    <message>
        <source>Empty: the built-in reference, or else the model’s own output</source>
        <translation>留空：使用 Headlight 自带的参考译文，没有时用模型自己的输出</translation>
    </message>
    <message>
        <source>Count padding</source>
        <translation>计入填充</translation>
    </message>
    <message>
        <source>Include padding in the losses shown</source>
        <translation>把填充也计入，再显示损失</translation>
    </message>
    <message>
        <source>Summary of the losses</source>
        <translation>损失的汇总</translation>
    </message>
</context>
<context>
    <name>ForcingView</name>
    <message>
        <source>Teacher forcing</source>
        <translation>教师强制</translation>
    </message>
</context>
<context>
    <name>FormFoot</name>
    <message>
        <source>A model is being trained: stop it first, or wait</source>
        <translation>正在训练一个模型：请先停止它，或等它结束</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>开始训练</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
</context>
<context>
    <name>GlossaryDialog</name>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Search the glossary</source>
        <translation>在术语表中搜索</translation>
    </message>
    <message>
        <source>Words to find; Return goes to the list</source>
        <translation>要查找的词；回车键转到列表</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>术语</translation>
    </message>
    <message>
        <source>Return shows the term in the window</source>
        <translation>回车键在窗口里显示这个术语</translation>
    </message>
    <message>
        <source>No entry contains these words.</source>
        <translation>没有包含这些词的条目。</translation>
    </message>
    <message>
        <source>Show this in the window, with a frame around it</source>
        <translation>在窗口里显示，并加上边框</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>在窗口里显示</translation>
    </message>
</context>
<context>
    <name>GradientPlot</name>
    <message>
        <source>{count} layers</source>
        <translation>{count} 层</translation>
    </message>
    <message>
        <source>Untrained networks as deep as the loaded model</source>
        <translation>与已加载模型层数相同的未训练网络</translation>
    </message>
    <message>
        <source>Untrained networks with {count} layers on each side</source>
        <translation>编码器和解码器各 {count} 层的未训练网络</translation>
    </message>
</context>
<context>
    <name>GuideDialog</name>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Search all pages</source>
        <translation>在所有页中查找</translation>
    </message>
    <message>
        <source>Words to find; Return goes to the list</source>
        <translation>要查找的词；按回车转到列表</translation>
    </message>
    <message>
        <source>Pages and sections</source>
        <translation>页和小节</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>页面正文</translation>
    </message>
    <message>
        <source>No page contains these words.</source>
        <translation>没有包含这些词的页面。</translation>
    </message>
</context>
<context>
    <name>HandPage</name>
    <message>
        <source>Puzzle</source>
        <translation>谜题</translation>
    </message>
    <message>
        <source>Puzzle to solve by changing a few numbers</source>
        <translation>只改几个数就能解开的谜题</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Hide keys from queries before the softmax</source>
        <translation>在 softmax 之前掩蔽一部分键</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Show or hide a hint for the puzzle</source>
        <translation>显示或隐藏谜题的提示</translation>
    </message>
    <message>
        <source>Use three telling rows of the selected trained head</source>
        <translation>使用所选的已训练的头中最能说明问题的三行</translation>
    </message>
    <message>
        <source>Start from this head</source>
        <translation>从这个头开始</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Go back to the numbers of the start</source>
        <translation>恢复开始时的数值</translation>
    </message>
    <message>
        <source>No puzzle</source>
        <translation>无谜题</translation>
    </message>
    <message>
        <source>Drag a number of Q, K or V sideways, or click it and type.</source>
        <translation>左右拖动 Q、K 或 V 中的一个数，或点击后输入。</translation>
    </message>
    <message>
        <source>Now: {value}</source>
        <translation>现在：{value}</translation>
    </message>
    <message>
        <source>✓ Solved</source>
        <translation>✓ 已解开</translation>
    </message>
</context>
<context>
    <name>HandView</name>
    <message>
        <source>Number</source>
        <translation>数值</translation>
    </message>
</context>
<context>
    <name>HeadBar</name>
    <message>
        <source>Include or exclude {head}</source>
        <translation>加入或移出{head}</translation>
    </message>
    <message>
        <source>{share} of each row</source>
        <translation>每行的 {share}</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Include all heads of this layer, or only the current one</source>
        <translation>选取该层所有头，或只选当前的头</translation>
    </message>
    <message>
        <source>Draw the strongest links that together hold this share of each row&apos;s weight</source>
        <translation>每行只画权重最大的连线，合计达到这一比例</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>全部头</translation>
    </message>
    <message>
        <source>{number} of {all} heads</source>
        <translation>{all} 个头中的 {number} 个</translation>
    </message>
    <message>
        <source>Head {head}</source>
        <translation>头 {head}</translation>
    </message>
    <message>
        <source>Heads {head}</source>
        <translation>头 {head}</translation>
    </message>
    <message>
        <source>How heads are shown</source>
        <translation>头的显示方式</translation>
    </message>
    <message>
        <source>One head, or several heads combined</source>
        <translation>单看一个头，或把多个头合在一起看</translation>
    </message>
    <message>
        <source>Heads in the picture</source>
        <translation>图中的头</translation>
    </message>
    <message>
        <source>Which heads the picture shows, and how many links</source>
        <translation>图中包含哪些头，以及画出多少连线</translation>
    </message>
</context>
<context>
    <name>HeadChoice</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer of the head that is shown</source>
        <translation>显示哪一层的头的数值</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>The head that is shown</source>
        <translation>显示哪个头的数值</translation>
    </message>
    <message>
        <source>Token whose attention is shown</source>
        <translation>显示哪个词元的注意力</translation>
    </message>
    <message>
        <source>Kind of attention</source>
        <translation>注意力的种类</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
</context>
<context>
    <name>HeaderBar</name>
    <message>
        <source>&amp;Source</source>
        <translation>源句(&amp;S)</translation>
    </message>
    <message>
        <source>Mo&amp;del</source>
        <translation>模型(&amp;D)</translation>
    </message>
    <message>
        <source>Type or paste a sentence</source>
        <translation>输入或粘贴一个句子</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>The prompt that the model continues; Return generates, Alt+Down lists others</source>
        <translation>提示，由模型续写；按回车生成，Alt+↓ 列出其他提示</translation>
    </message>
    <message>
        <source>Type a prompt for the model to continue</source>
        <translation>输入提示，由模型续写</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Continue the prompt, token by token</source>
        <translation>逐个词元续写提示</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>The sentence to read; write [MASK] for a token to be predicted. Return predicts, Alt+Down lists others</source>
        <translation>要读的句子；想预测的词元写成 [MASK]。按回车预测，Alt+↓ 列出其他句子</translation>
    </message>
    <message>
        <source>Type a sentence, with [MASK] for a token to predict</source>
        <translation>输入句子，想预测的词元写成 [MASK]</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Predict the masked tokens of the sentence</source>
        <translation>预测句子中被遮住的词元</translation>
    </message>
    <message>
        <source>Source sentence</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Examples and sentences of this window</source>
        <translation>例句与本窗口译过的句子</translation>
    </message>
    <message>
        <source>Examples and sentences of this window (Alt+Down)</source>
        <translation>例句与本窗口译过的句子（Alt+↓）</translation>
    </message>
    <message>
        <source>The sentence whose attention {run} recorded; Return translates it with your model</source>
        <translation>“{run}”记录注意力所用的句子；按回车键用你的模型翻译它</translation>
    </message>
    <message>
        <source>The sentence to translate; Return translates it, Alt+Down lists others</source>
        <translation>要翻译的句子；回车键翻译，Alt+↓ 列出其他句子</translation>
    </message>
    <message>
        <source>A sentence of the run {run}</source>
        <translation>训练“{run}”的句子</translation>
    </message>
    <message>
        <source>recorded during training</source>
        <translation>训练时的记录</translation>
    </message>
    <message>
        <source>Loading {name}…</source>
        <translation>正在加载 {name}…</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <source>{layers} × {heads} · {parameters} · {device}</source>
        <translation>{layers} × {heads} · {parameters} · {device}</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>导入的</translation>
    </message>
    <message>
        <source>{number} layer</source>
        <translation>{number} 层</translation>
    </message>
    <message>
        <source>{number} layers</source>
        <translation>{number} 层</translation>
    </message>
    <message>
        <source>{number} head</source>
        <translation>{number} 头</translation>
    </message>
    <message>
        <source>{number} heads</source>
        <translation>{number} 头</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} 个参数</translation>
    </message>
    <message>
        <source>trained on strings of {shortest} to {longest} letters</source>
        <translation>用 {shortest} 到 {longest} 个字母的字母串训练</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>imported from {source} ({family})</source>
        <translation>从 {source} 导入（{family}）</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Stop; the steps so far are kept</source>
        <translation>停止；已完成的步保留</translation>
    </message>
    <message>
        <source>Translate the source</source>
        <translation>翻译源句</translation>
    </message>
</context>
<context>
    <name>HeatmapView</name>
    <message>
        <source>Focused head</source>
        <translation>聚焦的头</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import model</source>
        <translation>导入模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Import &amp;as</source>
        <translation>导入为(&amp;A)</translation>
    </message>
    <message>
        <source>A folder, or a file such as model.pt</source>
        <translation>文件夹，或 model.pt 之类的文件</translation>
    </message>
    <message>
        <source>In the format of the Hugging Face hub or of the program that saved it; Return reads it</source>
        <translation>Hugging Face hub 的格式，或保存该模型的程序的格式；按回车读取</translation>
    </message>
    <message>
        <source>Name of the model in the list of models</source>
        <translation>模型在模型列表中的名称</translation>
    </message>
    <message>
        <source>Filter tensors</source>
        <translation>筛选张量</translation>
    </message>
    <message>
        <source>Show only rows that contain all of these words</source>
        <translation>只显示含有所有这些词的行</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>导入进度</translation>
    </message>
    <message>
        <source>&amp;Folder…</source>
        <translation>文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Fi&amp;le…</source>
        <translation>文件(&amp;L)…</translation>
    </message>
    <message>
        <source>Choose a file with weights</source>
        <translation>选择权重文件</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>Add it to the models and open it</source>
        <translation>添加到模型列表并打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop; nothing is saved</source>
        <translation>停止；不保存任何内容</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the page; nothing is imported</source>
        <translation>关闭此页；不导入任何内容</translation>
    </message>
    <message>
        <source>Import model from file</source>
        <translation>从文件导入模型</translation>
    </message>
</context>
<context>
    <name>InterventionBar</name>
    <message>
        <source>Switch everything on again</source>
        <translation>全部恢复</translation>
    </message>
</context>
<context>
    <name>KindColumns</name>
    <message>
        <source>Head {head} of layer {layer} is a different module in each of the three kinds: they share no weights.</source>
        <translation>第 {layer} 层第 {head} 头在三种注意力中是三个不同的模块，不共享权重。</translation>
    </message>
</context>
<context>
    <name>KindPills</name>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>{kind} attention</source>
        <translation>{kind}</translation>
    </message>
    <message>
        <source>This model has only an encoder: it reads a sentence and generates no target.</source>
        <translation>此模型只有编码器：它只读句子，不写目标句。</translation>
    </message>
    <message>
        <source>This model has only a decoder: it continues a prompt and has no source.</source>
        <translation>此模型只有解码器：它续写提示，没有源句。</translation>
    </message>
</context>
<context>
    <name>LatePage</name>
    <message>
        <source>This page is still loading.</source>
        <translation>此页面正在加载，请稍候。</translation>
    </message>
</context>
<context>
    <name>LearnedPage</name>
    <message>
        <source>Train a model with learned positions…</source>
        <translation>训练一个学习位置的模型…</translation>
    </message>
    <message>
        <source>Fill in the training form without starting</source>
        <translation>填好训练表单，但不开始训练</translation>
    </message>
</context>
<context>
    <name>LessonBar</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Compare the answer with what is computed</source>
        <translation>把答案和计算结果比较</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Go to the previous scene</source>
        <translation>回到上一个画面</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Show this scene again as it was at first</source>
        <translation>恢复这个画面最初的样子</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>{title} · {number} of {count}</source>
        <translation>{title} · 第 {number} / {count} 步</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Close the lesson; it continues here next time</source>
        <translation>关闭课程，下次从这里继续</translation>
    </message>
    <message>
        <source>Close the entry</source>
        <translation>关闭条目</translation>
    </message>
    <message>
        <source>End the lesson</source>
        <translation>结束课程</translation>
    </message>
    <message>
        <source>Go to the next scene</source>
        <translation>进入下一个画面</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Close the question, and show what is hidden</source>
        <translation>关闭问题，并显示隐藏的内容</translation>
    </message>
    <message>
        <source>Each lesson shows one idea in this window, and asks before it shows the answer. Lessons are always under Help.</source>
        <translation>每一课在这个窗口里讲一个概念，先提问，再给出答案。课程随时可以从“帮助”菜单打开。</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Learn how attention works</source>
        <translation>学习注意力如何工作</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the list; it stays under Help</source>
        <translation>关闭列表，以后可以从“帮助”菜单打开</translation>
    </message>
    <message>
        <source>{title} ({minutes} min)</source>
        <translation>{title}（{minutes} 分钟）</translation>
    </message>
    <message>
        <source>{title} ({minutes} min, left at {number} of {count})</source>
        <translation>{title}（{minutes} 分钟，上次到第 {number} / {count} 步）</translation>
    </message>
    <message>
        <source>Click a cell of the picture.</source>
        <translation>请点击图中的一个格子。</translation>
    </message>
    <message>
        <source>Chosen: “{key}” in the row “{row}”</source>
        <translation>已选：“{row}”这一行中的“{key}”</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>对了。</translation>
    </message>
    <message>
        <source>Not this time.</source>
        <translation>这次没猜对。</translation>
    </message>
    <message>
        <source>Not this time: “{answer}” is right, but in another cell.</source>
        <translation>这次不对：“{answer}”是对的，但应在另一个格子。</translation>
    </message>
    <message>
        <source>The answer is “{answer}”.</source>
        <translation>答案是“{answer}”。</translation>
    </message>
</context>
<context>
    <name>LessonPage</name>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Show or hide the text that explains this</source>
        <translation>显示或隐藏说明文字</translation>
    </message>
</context>
<context>
    <name>LinksView</name>
    <message>
        <source>Links</source>
        <translation>连线</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Headlight</source>
        <translation>Headlight</translation>
    </message>
</context>
<context>
    <name>MapStrip</name>
    <message>
        <source>Map</source>
        <translation>全图</translation>
    </message>
    <message>
        <source>Show where this is on the map of the model</source>
        <translation>在模型全图中查看这一页的位置</translation>
    </message>
</context>
<context>
    <name>MasksTab</name>
    <message>
        <source>Type a sentence to see its masks.</source>
        <translation>输入一个句子，即可查看它的掩码。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>A batch with padding, and its four masks</source>
        <translation>一个含填充的批次，以及它的四个掩码</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐步构建</translation>
    </message>
    <message>
        <source>Build a mask: positions, matrix, inverted, applied</source>
        <translation>构建一个掩码：有效位置、矩阵、取反、应用</translation>
    </message>
    <message>
        <source>Change a mask</source>
        <translation>改动掩码</translation>
    </message>
    <message>
        <source>Flip cells and see scores, weights and the translation</source>
        <translation>翻转单元格，查看分数、权重和译文</translation>
    </message>
    <message>
        <source>Row without keys</source>
        <translation>没有键的行</translation>
    </message>
    <message>
        <source>Effect of −∞, −10⁹ and zeros on a fully masked row</source>
        <translation>−∞、−10⁹ 和置零对完全被掩蔽的一行的影响</translation>
    </message>
</context>
<context>
    <name>MeasuringTools</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop measuring; results so far are kept</source>
        <translation>停止测量；已测得的保留</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Measure the time of every layer on the curves; takes a few seconds</source>
        <translation>给曲线上的每一层计时；需要几秒</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量进度</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>Use model</source>
        <translation>使用模型</translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>No model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Trained here</source>
        <translation>在本机训练</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>导入的</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>打开过的</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>{name} (changed)</source>
        <translation>{name}（已改动）</translation>
    </message>
</context>
<context>
    <name>ModelFiles</name>
    <message>
        <source>model</source>
        <translation>model</translation>
    </message>
</context>
<context>
    <name>MosaicView</name>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
</context>
<context>
    <name>NextButton</name>
    <message>
        <source>Next: {tab} →</source>
        <translation>下一课：{tab} →</translation>
    </message>
</context>
<context>
    <name>NgramView</name>
    <message>
        <source>Matching n-grams</source>
        <translation>匹配的 n-gram</translation>
    </message>
</context>
<context>
    <name>NormCard</name>
    <message>
        <source>Post-norm: after the addition</source>
        <translation>后归一化 (post-norm)：在相加之后</translation>
    </message>
    <message>
        <source>Pre-norm: before the sublayer</source>
        <translation>前归一化 (pre-norm)：在子层之前</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>这个模型</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Use this sentence instead</source>
        <translation>改用这个句子</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Show what the program reported</source>
        <translation>显示程序报告的内容</translation>
    </message>
    <message>
        <source>Details of the message</source>
        <translation>消息的详情</translation>
    </message>
    <message>
        <source>Close this message (Esc)</source>
        <translation>关闭这条消息 (Esc)</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
    <message>
        <source>Note: {sentence}</source>
        <translation>提示：{sentence}</translation>
    </message>
    <message>
        <source>Warning: {sentence}</source>
        <translation>警告：{sentence}</translation>
    </message>
    <message>
        <source>Error: {sentence}</source>
        <translation>错误：{sentence}</translation>
    </message>
    <message>
        <source>Use model</source>
        <translation>使用模型</translation>
    </message>
    <message>
        <source>Make the model of this run the current one</source>
        <translation>把这次训练的模型设为当前模型</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Continue the interrupted run from its last save</source>
        <translation>从保存处继续被中断的训练</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>Choose…</source>
        <translation>请选择…</translation>
    </message>
</context>
<context>
    <name>OneHeadPanel</name>
    <message>
        <source>Type a sentence to walk through a head.</source>
        <translation>输入一个句子，即可逐步查看一个头。</translation>
    </message>
    <message>
        <source>Stage back</source>
        <translation>上一阶段</translation>
    </message>
    <message>
        <source>Stage forward</source>
        <translation>下一阶段</translation>
    </message>
</context>
<context>
    <name>OrderTable</name>
    <message>
        <source>Precision of each order</source>
        <translation>各阶的精确率</translation>
    </message>
</context>
<context>
    <name>OutputPart</name>
    <message>
        <source>Decoder input</source>
        <translation>解码器的输入</translation>
    </message>
    <message>
        <source>Encoder input</source>
        <translation>编码器的输入</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>选择文件</translation>
    </message>
</context>
<context>
    <name>PictureDialog</name>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>What will be saved</source>
        <translation>将要保存的内容</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Pictures of the current tab and of the steps</source>
        <translation>当前标签页和解码步骤的图</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Caption below the picture</source>
        <translation>图下附说明文字</translation>
    </message>
    <message>
        <source>Model, sentence, heads and colours</source>
        <translation>模型、句子、头和配色</translation>
    </message>
    <message>
        <source>Tokens on the axes</source>
        <translation>坐标轴上标出词元</translation>
    </message>
    <message>
        <source>Label rows and columns with their tokens and enlarge the picture to fit them. The window and the whole view have no room for them.</source>
        <translation>给行和列标出词元，并把图放大到能容纳它们。窗口和整个视图里没有地方显示它们。</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy to the clipboard as a bitmap</source>
        <translation>作为位图复制到剪贴板</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>One picture</source>
        <translation>一幅图</translation>
    </message>
    <message>
        <source>The picture chosen in the list</source>
        <translation>列表中选中的图</translation>
    </message>
    <message>
        <source>Whole view</source>
        <translation>整个视图</translation>
    </message>
    <message>
        <source>All pictures of the tab, arranged as on screen</source>
        <translation>此标签页的所有图，按屏幕上的排列</translation>
    </message>
    <message>
        <source>Bitmap, for slides and web pages</source>
        <translation>位图，适合幻灯片和网页</translation>
    </message>
    <message>
        <source>Vector graphics, for drawing programs</source>
        <translation>矢量图，适合绘图软件</translation>
    </message>
    <message>
        <source>Vector graphics, for papers</source>
        <translation>矢量图，适合论文</translation>
    </message>
    <message>
        <source>File pixels per screen pixel</source>
        <translation>屏幕上每个像素对应的文件像素数</translation>
    </message>
    <message>
        <source>As on the screen</source>
        <translation>与屏幕相同</translation>
    </message>
    <message>
        <source>The window&apos;s current colours</source>
        <translation>窗口现在的颜色</translation>
    </message>
    <message>
        <source>Light, for print</source>
        <translation>浅色，适合打印</translation>
    </message>
    <message>
        <source>Dark text on white</source>
        <translation>白底深色文字</translation>
    </message>
</context>
<context>
    <name>PicturePart</name>
    <message>
        <source>{row}, {column}: {value}</source>
        <translation>{row}，{column}：{value}</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩蔽</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无数值</translation>
    </message>
</context>
<context>
    <name>PlaybackButtons</name>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Steps per second while playing</source>
        <translation>播放时每秒的步数</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
</context>
<context>
    <name>PlotPair</name>
    <message>
        <source>Mean over all features at each position</source>
        <translation>各位置上所有特征的均值</translation>
    </message>
    <message>
        <source>Variance at each position (log scale)</source>
        <translation>各位置的方差（对数刻度）</translation>
    </message>
</context>
<context>
    <name>PositionCurves</name>
    <message>
        <source>Chosen dimensions</source>
        <translation>选中的维</translation>
    </message>
    <message>
        <source>Curves of the chosen dimensions</source>
        <translation>选中各维的曲线</translation>
    </message>
    <message>
        <source>Dimensions {numbers}</source>
        <translation>维 {numbers}</translation>
    </message>
</context>
<context>
    <name>PositionsPanel</name>
    <message>
        <source>Open a model to see its positional encodings.</source>
        <translation>打开一个模型，即可查看它的位置编码。</translation>
    </message>
</context>
<context>
    <name>RecentMenu</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Unsaved, kept automatically</source>
        <translation>自动保留，尚未保存</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>RelativeBiases</name>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>The head whose biases are shown as a matrix</source>
        <translation>以矩阵显示其偏置的头</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>The biases that the encoder&apos;s heads add</source>
        <translation>编码器的头所加的偏置</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>The biases that the decoder&apos;s heads add</source>
        <translation>解码器的头所加的偏置</translation>
    </message>
</context>
<context>
    <name>ReplayBar</name>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Back to your own sentence</source>
        <translation>回到你自己的句子</translation>
    </message>
    <message>
        <source>Save the time-lapse as MP4 or GIF</source>
        <translation>把学习回放保存为 MP4 或 GIF</translation>
    </message>
    <message>
        <source>The sentence whose attention is recorded. Its target is given (teacher forcing), so every moment has the same rows and columns</source>
        <translation>记录哪个句子的注意力。目标句是给定的（教师强制），所以每个时刻的行和列都相同</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play the training</source>
        <translation>播放训练过程</translation>
    </message>
</context>
<context>
    <name>ReplayStrip</name>
    <message>
        <source>Moment of the training</source>
        <translation>训练的时刻</translation>
    </message>
</context>
<context>
    <name>ResultTable</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Exact match</source>
        <translation>完全匹配</translation>
    </message>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>After epoch</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Training loss (mean)</source>
        <translation>训练损失（平均）</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
</context>
<context>
    <name>RotationPage</name>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Row of the table to rotate</source>
        <translation>要旋转表中的哪一行</translation>
    </message>
    <message>
        <source>Distance k</source>
        <translation>距离 k</translation>
    </message>
    <message>
        <source>By how many positions to rotate it</source>
        <translation>旋转多少个位置</translation>
    </message>
    <message>
        <source>Its blocks: each pair of dimensions as a clock hand</source>
        <translation>它的对角块：每对维是一根钟表指针</translation>
    </message>
    <message>
        <source>grey PE({position}), green R·PE({position}), ring PE({later})</source>
        <translation>灰 PE({position})，绿 R·PE({position})，圆环 PE({later})</translation>
    </message>
</context>
<context>
    <name>RowDelegate</name>
    <message>
        <source>Name of the run</source>
        <translation>这次训练的名称</translation>
    </message>
</context>
<context>
    <name>RowLabelSwitch</name>
    <message>
        <source>rows: input → predicted</source>
        <translation>行：输入 → 预测</translation>
    </message>
    <message>
        <source>rows: input token</source>
        <translation>行：输入的词元</translation>
    </message>
    <message>
        <source>rows: predicted token</source>
        <translation>行：预测的词元</translation>
    </message>
    <message>
        <source>{tip}. {example}</source>
        <translation>{tip}。{example}</translation>
    </message>
    <message>
        <source>The input token and the token predicted from it</source>
        <translation>输入的词元，以及由它预测出的词元</translation>
    </message>
    <message>
        <source>The token that the decoder has just read</source>
        <translation>解码器刚刚读入的词元</translation>
    </message>
    <message>
        <source>The token that the decoder predicts next</source>
        <translation>解码器接着预测的词元</translation>
    </message>
    <message>
        <source>Row {row}: the decoder has read {read} and predicts {token} from it</source>
        <translation>{row} 这一行：解码器已读入{read}，由此预测{token}</translation>
    </message>
    <message>
        <source>This row is labelled {read}: the token that the decoder has just read</source>
        <translation>这一行标为{read}，即解码器刚读入的词元</translation>
    </message>
    <message>
        <source>This row is labelled {token}: the token that is predicted after {read}</source>
        <translation>这一行标为{token}，即读入{read}之后预测的词元</translation>
    </message>
    <message>
        <source>Row labels</source>
        <translation>行标签</translation>
    </message>
    <message>
        <source>Label rows by input token, predicted token, or both</source>
        <translation>用输入的词元、预测的词元或两者标记每一行</translation>
    </message>
</context>
<context>
    <name>RowsPart</name>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>The query whose keys are masked</source>
        <translation>掩蔽哪个查询的键</translation>
    </message>
    <message>
        <source>Mask all keys</source>
        <translation>掩蔽所有键</translation>
    </message>
    <message>
        <source>Mask every key of this query again</source>
        <translation>再次掩蔽这个查询的所有键</translation>
    </message>
    <message>
        <source>Reading the head&apos;s scores…</source>
        <translation>正在读取这个头的分数…</translation>
    </message>
</context>
<context>
    <name>RunButtons</name>
    <message>
        <source>This run is shipped with Headlight: it can only be looked at</source>
        <translation>这次训练随 Headlight 附带：只能查看</translation>
    </message>
    <message>
        <source>Use model</source>
        <translation>使用模型</translation>
    </message>
    <message>
        <source>Translate with this run&apos;s model</source>
        <translation>用这次训练的模型来翻译</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Continue training from where this run ended</source>
        <translation>从这次训练结束处接着训练</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Show another run&apos;s curves and attention below this one&apos;s</source>
        <translation>把另一次训练的曲线和注意力放在这一次的下面对照</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Give the run and its model a name (F2)</source>
        <translation>给这次训练及其模型命名 (F2)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save configuration, curve, attention and model as one .zip</source>
        <translation>把配置、曲线、注意力和模型存为一个 .zip 文件</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the run (Del); it can be brought back</source>
        <translation>删除这次训练 (Del)；可以恢复</translation>
    </message>
    <message>
        <source>No comparison</source>
        <translation>不对比</translation>
    </message>
</context>
<context>
    <name>RunDetails</name>
    <message>
        <source>Configuration and result</source>
        <translation>配置与结果</translation>
    </message>
    <message>
        <source>Of the run shown; beside a compared run, what differs is bold</source>
        <translation>所示训练的配置与结果；与另一次训练对比时，不同之处为粗体</translation>
    </message>
</context>
<context>
    <name>RunHeader</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Translate with this model; during training, with its current weights</source>
        <translation>用它来翻译；训练期间用它此刻的权重</translation>
    </message>
    <message>
        <source>Shipped with Headlight without its model: train your own</source>
        <translation>随 Headlight 附带，不含模型：请自己训练一个</translation>
    </message>
    <message>
        <source>It can translate after its first update</source>
        <translation>第一次更新之后才能翻译</translation>
    </message>
    <message>
        <source>This run has no saved model</source>
        <translation>这次训练没有保存模型</translation>
    </message>
    <message>
        <source>Its network was altered for the experiment, so no model was saved</source>
        <translation>它的网络为实验改动过，所以没有保存模型</translation>
    </message>
    <message>
        <source>No attention was recorded for this run</source>
        <translation>这次训练没有记录注意力</translation>
    </message>
    <message>
        <source>Show in every Look view what its heads attended to during training</source>
        <translation>在“观察”的各种视图中显示它的头在学习过程中关注什么</translation>
    </message>
    <message>
        <source>A running experiment can only be watched</source>
        <translation>正在进行的实验只能观看</translation>
    </message>
    <message>
        <source>Stop the run; its model is kept, and it can be continued later</source>
        <translation>停止这次训练；模型会保留，以后可以继续</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Continue training from where this run ended</source>
        <translation>从这次训练结束处接着训练</translation>
    </message>
    <message>
        <source>Use model</source>
        <translation>使用模型</translation>
    </message>
    <message>
        <source>Watch its attention</source>
        <translation>观看注意力</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Continue exactly where it paused</source>
        <translation>从暂停处接着训练</translation>
    </message>
    <message>
        <source>Pause the run</source>
        <translation>让训练暂停</translation>
    </message>
    <message>
        <source>Show the current run</source>
        <translation>显示正在进行的训练</translation>
    </message>
</context>
<context>
    <name>RunReadout</name>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Passes over the corpus</source>
        <translation>把语料过了多少遍</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Number of weight updates</source>
        <translation>权重更新的次数</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Loss of the latest update, in nats per token</source>
        <translation>最近一次更新的损失，以 nat/词元计</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Loss on pairs not used for training</source>
        <translation>未用于训练的句对上的损失</translation>
    </message>
    <message>
        <source>Greedy translation of held-out pairs, last measurement</source>
        <translation>留出句对的贪心翻译，最近一次测得</translation>
    </message>
    <message>
        <source>Hours, minutes and seconds</source>
        <translation>时、分、秒</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Source and target, without padding</source>
        <translation>源句和目标句，不含填充</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>At the latest update</source>
        <translation>最近一次更新时</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>At the latest update, before clipping</source>
        <translation>最近一次更新时，裁剪之前</translation>
    </message>
    <message>
        <source>{number} / {total}</source>
        <translation>{number} / {total}</translation>
    </message>
    <message>
        <source>exact match</source>
        <translation>完全匹配</translation>
    </message>
    <message>
        <source>time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>time</source>
        <translation>用时</translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>Recorded run of {task}, shipped with Headlight ({epochs} epochs in {time}). Press Start in Train: your own run takes its place.</source>
        <translation>任务“{task}”的录制训练，随 Headlight 附带（{epochs} 轮，用时 {time}）。在“训练”中点击“开始”：你自己的训练会取代它。</translation>
    </message>
    <message>
        <source>Reading the corpus of {task}…</source>
        <translation>正在读取语料：{task}…</translation>
    </message>
    <message>
        <source>{name} is being trained</source>
        <translation>{name} 正在训练</translation>
    </message>
    <message>
        <source>{name} is paused</source>
        <translation>{name} 已暂停</translation>
    </message>
    <message>
        <source>No run is shown yet. In Train, choose a task and a time and press Start: loss and translations appear here during training. Earlier runs are listed in Runs; click one to show it here.</source>
        <translation>还没有可显示的训练。请在“训练”中选择任务和时间并按“开始”：模型学习时，这里会显示损失和译文。以前的训练列在“训练记录”中：单击一个即可在此查看。</translation>
    </message>
    <message>
        <source>No translations: Headlight only watched this network train and cannot translate with it.</source>
        <translation>没有译文：Headlight 只旁观了这个网络的训练，无法用它翻译。</translation>
    </message>
    <message>
        <source>No score: a watched network does not translate.</source>
        <translation>没有评分：只被旁观的网络不做翻译。</translation>
    </message>
    <message>
        <source>No run is shown yet. In Train, choose a task and a time and press Start, or pick an earlier run in Runs. You then see here, moment by moment, how the attention of its heads forms.</source>
        <translation>还没有可显示的训练。在“训练”中选择任务和时间并按“开始”，或在“训练记录”中选一次以前的训练：这里随后会逐时刻显示各个头的注意力是怎样形成的。</translation>
    </message>
    <message>
        <source>being saved…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>about to begin…</source>
        <translation>即将开始…</translation>
    </message>
    <message>
        <source>paused in epoch {epoch} of {epochs}</source>
        <translation>已暂停：第 {epoch} 轮，共 {epochs} 轮</translation>
    </message>
    <message>
        <source>training, epoch {epoch} of {epochs}</source>
        <translation>训练中：第 {epoch} 轮，共 {epochs} 轮</translation>
    </message>
    <message>
        <source>finished: one epoch in {time}</source>
        <translation>已完成：1 轮，用时 {time}</translation>
    </message>
    <message>
        <source>finished: {epoch} epochs in {time}</source>
        <translation>已完成：{epoch} 轮，用时 {time}</translation>
    </message>
    <message>
        <source>stopped in epoch {epoch} of {epochs} after {time}</source>
        <translation>已停止：第 {epoch} 轮，共 {epochs} 轮，用时 {time}</translation>
    </message>
    <message>
        <source>failed in epoch {epoch}: {reason}</source>
        <translation>在第 {epoch} 轮失败：{reason}</translation>
    </message>
    <message>
        <source>interrupted in epoch {epoch} of {epochs}</source>
        <translation>已中断：第 {epoch} 轮，共 {epochs} 轮</translation>
    </message>
    <message>
        <source>watched for {update} updates in {time}</source>
        <translation>旁观了 {update} 次更新，用时 {time}</translation>
    </message>
    <message>
        <source>stopped after {update} updates in {time}</source>
        <translation>{update} 次更新后停止，用时 {time}</translation>
    </message>
    <message>
        <source>failed after update {update}: {reason}</source>
        <translation>第 {update} 次更新后失败：{reason}</translation>
    </message>
    <message>
        <source>being watched, or interrupted</source>
        <translation>正在旁观，或已中断</translation>
    </message>
    <message>
        <source>it can be continued</source>
        <translation>可以接着训练</translation>
    </message>
    <message>
        <source>no losses: record them with watch.step(loss=…)</source>
        <translation>没有损失值：可用 watch.step(loss=…) 记录</translation>
    </message>
    <message>
        <source>Training progress</source>
        <translation>训练进度</translation>
    </message>
    <message>
        <source>Updates done</source>
        <translation>已完成的更新</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Loss, learning rate, gradient and score</source>
        <translation>损失、学习率、梯度和评分</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Measures of every head during training</source>
        <translation>训练期间各个头的度量</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>All heads at the moment of the slider</source>
        <translation>滑块所在时刻的所有头</translation>
    </message>
    <message>
        <source>Translations</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>How the model translates a few sentences</source>
        <translation>模型怎样翻译几个句子</translation>
    </message>
</context>
<context>
    <name>RunsList</name>
    <message>
        <source>Runs</source>
        <translation>训练记录</translation>
    </message>
    <message>
        <source>Arrow keys show a run, Return uses its model, F2 renames it, Del deletes it, Ctrl+Z brings it back; Ctrl+click compares with a run</source>
        <translation>方向键显示一次训练，回车键使用其模型，F2 重命名，Del 删除，Ctrl+Z 恢复；按住 Ctrl 单击可与一次训练对比</translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>{number} of {total}</source>
        <translation>{number} / {total}</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>started</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>exact match</source>
        <translation>完全匹配</translation>
    </message>
    <message>
        <source>No runs yet. To start one, choose a task in Train and press Start, or open Experiments. Every run is kept here with its curve, attention and model. An exported run (.zip) can be dropped on the window.</source>
        <translation>还没有训练记录。要开始训练，请在“训练”页选择任务并按“开始”，或打开“实验”。每次训练都连同曲线、注意力和模型保存在这里。导出的训练记录 (.zip) 可以拖放到窗口上。</translation>
    </message>
    <message>
        <source>Select a run to see its settings and results, and to use its model.</source>
        <translation>选择一个训练记录，查看它的设置和结果，或使用它的模型。</translation>
    </message>
    <message>
        <source>BLEU {score}</source>
        <translation>BLEU {score}</translation>
    </message>
    <message>
        <source>{share}% exact</source>
        <translation>完全匹配 {share}%</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>损失 {loss}</translation>
    </message>
    <message>
        <source>Recorded run of {task}, shipped with Headlight</source>
        <translation>任务“{task}”的录制训练，随 Headlight 附带</translation>
    </message>
    <message>
        <source>d MMM hh:mm</source>
        <translation>M/d hh:mm</translation>
    </message>
    <message>
        <source>d MMM yyyy hh:mm</source>
        <translation>yyyy年M月d日 hh:mm</translation>
    </message>
    <message>
        <source>epoch {epoch}</source>
        <translation>第 {epoch} 轮</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在开始</translation>
    </message>
    <message>
        <source>being trained</source>
        <translation>正在训练</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>被中断</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>compared with the run shown</source>
        <translation>与所显示的训练对比</translation>
    </message>
</context>
<context>
    <name>SamplesTable</name>
    <message>
        <source>source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考译文</translation>
    </message>
    <message>
        <source>model output</source>
        <translation>模型译文</translation>
    </message>
    <message>
        <source>Sample translations</source>
        <translation>译文示例</translation>
    </message>
    <message>
        <source>The same sentences each time, translated greedily; ✓ = exact match</source>
        <translation>每次都是同样的句子，贪心翻译；✓ = 完全匹配</translation>
    </message>
    <message>
        <source>{name} output</source>
        <translation>{name} 的译文</translation>
    </message>
    <message>
        <source>Translations before the first update</source>
        <translation>第一次更新之前的译文</translation>
    </message>
    <message>
        <source>Translations in epoch {epoch}, after {update} updates</source>
        <translation>第 {epoch} 轮的译文，{update} 次更新之后</translation>
    </message>
</context>
<context>
    <name>ScaleSliders</name>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>Vector width d_k</source>
        <translation>向量宽度 d_k</translation>
    </message>
    <message>
        <source>Number of components of each query and key</source>
        <translation>每个查询和键的分量个数</translation>
    </message>
    <message>
        <source>Factor applied to the scores before the softmax</source>
        <translation>分数在 softmax 之前所乘的系数</translation>
    </message>
</context>
<context>
    <name>ScalingPanel</name>
    <message>
        <source>Resample</source>
        <translation>重新抽取</translation>
    </message>
    <message>
        <source>Sample other random vectors</source>
        <translation>另抽一组随机向量</translation>
    </message>
    <message>
        <source>Random vectors</source>
        <translation>随机向量</translation>
    </message>
    <message>
        <source>Queries and keys whose components have mean 0 and variance 1</source>
        <translation>分量的均值为 0、方差为 1 的查询和键</translation>
    </message>
    <message>
        <source>This head</source>
        <translation>这个头</translation>
    </message>
    <message>
        <source>The queries and keys of the chosen head, for the sentence on screen</source>
        <translation>所选的头对当前句子得到的查询和键</translation>
    </message>
    <message>
        <source>Computing this head…</source>
        <translation>正在计算这个头…</translation>
    </message>
    <message>
        <source>Type a sentence to see the scores of a head.</source>
        <translation>输入一个句子，即可查看一个头的分数。</translation>
    </message>
    <message>
        <source>random vectors, seed {seed}</source>
        <translation>随机向量，种子 {seed}</translation>
    </message>
</context>
<context>
    <name>SceneList</name>
    <message>
        <source>Scenes</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Arrow keys show a scene, F2 renames it, Alt+↑ and Alt+↓ move it, Del deletes it</source>
        <translation>方向键显示场景，F2 重命名，Alt+↑ 和 Alt+↓ 移动，Del 删除</translation>
    </message>
</context>
<context>
    <name>SceneSide</name>
    <message>
        <source>A scene keeps what is on screen: sentence, branch, step, tab, head, options. Page Up and Page Down show one scene after the other.</source>
        <translation>场景保存屏幕上的内容：句子、分支、步骤、标签页、头、选项。Page Up 和 Page Down 逐个显示场景。</translation>
    </message>
    <message>
        <source>No note</source>
        <translation>没有备注</translation>
    </message>
    <message>
        <source>Note of the scene</source>
        <translation>场景的备注</translation>
    </message>
    <message>
        <source>Note of the scene in Markdown</source>
        <translation>场景的备注 (Markdown)</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>SentenceChoice</name>
    <message>
        <source>Sentence of the batch</source>
        <translation>批次中的句子</translation>
    </message>
    <message>
        <source>The sentence of the batch whose masks are shown</source>
        <translation>显示批次中哪个句子的掩码</translation>
    </message>
</context>
<context>
    <name>SideColumns</name>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Show the runs here</source>
        <translation>在这里显示各次训练</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Show the branches here</source>
        <translation>在这里显示分支</translation>
    </message>
    <message>
        <source>recorded: the weights of that moment are no longer available for decoding</source>
        <translation>这是记录下来的：当时的权重已不在，无法用来解码</translation>
    </message>
    <message>
        <source>the model is still being loaded</source>
        <translation>模型还在加载</translation>
    </message>
    <message>
        <source>the model is not available for decoding</source>
        <translation>没有这个模型，无法解码</translation>
    </message>
    <message>
        <source>an encoder-only model reads the sentence in one pass: no next token</source>
        <translation>只有编码器的模型一次读完整个句子：没有下一个词元</translation>
    </message>
    <message>
        <source>Predicted here</source>
        <translation>此处的预测</translation>
    </message>
    <message>
        <source>Show the candidates here</source>
        <translation>在这里显示候选</translation>
    </message>
    <message>
        <source>Mask this token</source>
        <translation>遮住这个词元</translation>
    </message>
    <message>
        <source>Replace this token with [MASK] and see what is predicted there</source>
        <translation>用 [MASK] 代替这个词元，看模型预测这里是什么</translation>
    </message>
    <message>
        <source>Entropy of the prediction here: 0 bits means certain</source>
        <translation>此处预测分布的熵：完全确定时为 0 比特</translation>
    </message>
    <message>
        <source>Entropy of the next-token distribution: 0 bits means certain</source>
        <translation>下一个词元分布的熵：完全确定时为 0 比特</translation>
    </message>
</context>
<context>
    <name>SizeChoice</name>
    <message>
        <source>Positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>Number of dimensions of the table</source>
        <translation>表的维数</translation>
    </message>
    <message>
        <source>Number of positions shown</source>
        <translation>显示多少个位置</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>这个模型</translation>
    </message>
    <message>
        <source>The positional encodings of this model</source>
        <translation>这个模型的位置编码</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>任意大小</translation>
    </message>
    <message>
        <source>The formula, for any width and length</source>
        <translation>用公式计算，宽度和长度可任选</translation>
    </message>
</context>
<context>
    <name>SizeCombo</name>
    <message>
        <source>custom</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>{layers} layers, {heads} heads, width {width}</source>
        <translation>{layers} 层，{heads} 头，宽度 {width}</translation>
    </message>
</context>
<context>
    <name>SourceLabel</name>
    <message>
        <source>References</source>
        <translation>出处</translation>
    </message>
</context>
<context>
    <name>SourceMenu</name>
    <message>
        <source>Examples for this model</source>
        <translation>适合这个模型的例句</translation>
    </message>
    <message>
        <source>Sentences of this window</source>
        <translation>本窗口译过的句子</translation>
    </message>
</context>
<context>
    <name>StepStrip</name>
    <message>
        <source>log p {number} nats</source>
        <translation>log p {number} nat</translation>
    </message>
    <message>
        <source>{total} · stopped at the length limit</source>
        <translation>{total} · 达到长度上限而停止</translation>
    </message>
    <message>
        <source>Decoded tokens</source>
        <translation>已解码的词元</translation>
    </message>
    <message>
        <source>step {step} of {steps}: {token}, probability {p}, log-probability {log} nats</source>
        <translation>第 {step} 步，共 {steps} 步：{token}，概率 {p}，对数概率 {log} nat</translation>
    </message>
    <message>
        <source>token {step} of {steps}: {token} (as read), probability {p}</source>
        <translation>第 {step} 个词元，共 {steps} 个：{token}，读入的词元，概率 {p}</translation>
    </message>
    <message>
        <source>token {step} of {steps}: {token}, the best candidate, probability {p}</source>
        <translation>第 {step} 个词元，共 {steps} 个：{token}，最佳候选，概率 {p}</translation>
    </message>
    <message>
        <source>step {step} of {steps}: {token}, given, probability {p}, log-probability {log} nats</source>
        <translation>第 {step} 步，共 {steps} 步：{token}，给定，概率 {p}，对数概率 {log} nat</translation>
    </message>
    <message>
        <source>{total} · {branch}</source>
        <translation>{total} · {branch}</translation>
    </message>
    <message>
        <source>The branch diverges from its parent here</source>
        <translation>分支从这里与父分支分开</translation>
    </message>
</context>
<context>
    <name>StepsPart</name>
    <message>
        <source>Mask padded queries too</source>
        <translation>也掩蔽填充的查询</translation>
    </message>
    <message>
        <source>As in some programs: padding rows then have no keys</source>
        <translation>与有些程序相同：填充的行没有可用的键</translation>
    </message>
    <message>
        <source>Reading the head&apos;s scores…</source>
        <translation>正在读取这个头的分数…</translation>
    </message>
    <message>
        <source>Source padding</source>
        <translation>源句填充</translation>
    </message>
    <message>
        <source>The mask of the encoder&apos;s self-attention</source>
        <translation>编码器自注意力的掩码</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>No token attends to later tokens</source>
        <translation>词元不关注它后面的词元</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>Causal and padding: the mask of the decoder&apos;s self-attention</source>
        <translation>因果加填充：解码器自注意力的掩码</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>Target tokens do not attend to source padding</source>
        <translation>目标句词元不关注源句的填充</translation>
    </message>
    <message>
        <source>1 Valid positions</source>
        <translation>1 有效位置</translation>
    </message>
    <message>
        <source>Positions that hold a token</source>
        <translation>哪些位置上有词元</translation>
    </message>
    <message>
        <source>2 Matrix</source>
        <translation>2 矩阵</translation>
    </message>
    <message>
        <source>Which query may attend to which key</source>
        <translation>哪个查询可以关注哪个键</translation>
    </message>
    <message>
        <source>3 Inverted</source>
        <translation>3 取反</translation>
    </message>
    <message>
        <source>The same mask as True and False, and as 0 and −∞</source>
        <translation>同一个掩码，写成 True 和 False，或写成 0 和 −∞</translation>
    </message>
    <message>
        <source>4 Applied</source>
        <translation>4 应用</translation>
    </message>
    <message>
        <source>Added to the scores of a head, then softmax</source>
        <translation>加到一个头的分数上，再做 softmax</translation>
    </message>
</context>
<context>
    <name>TabLinks</name>
    <message>
        <source>Explained in: {tabs}</source>
        <translation>讲解：{tabs}</translation>
    </message>
    <message>
        <source>Open a tab that explains this block</source>
        <translation>打开讲解这个模块的标签页</translation>
    </message>
</context>
<context>
    <name>TablePage</name>
    <message>
        <source>Dimensions</source>
        <translation>维</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Similarity as the cosine of the angle between two rows</source>
        <translation>用两行夹角的余弦表示相似度</translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>Similarity as the dot product of two rows</source>
        <translation>用两行的点积表示相似度</translation>
    </message>
</context>
<context>
    <name>Tabs</name>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
</context>
<context>
    <name>TaskCombo</name>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
</context>
<context>
    <name>TensorTable</name>
    <message>
        <source>Mapping of the tensors</source>
        <translation>张量的对应关系</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>此处</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>处理方式</translation>
    </message>
</context>
<context>
    <name>TermsTable</name>
    <message>
        <source>Terms</source>
        <translation>各项</translation>
    </message>
</context>
<context>
    <name>TextView</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>TimeChoice</name>
    <message>
        <source>One minute</source>
        <translation>一分钟</translation>
    </message>
    <message>
        <source>What this machine can learn in a minute</source>
        <translation>本机一分钟能学到的内容</translation>
    </message>
    <message>
        <source>Ten minutes</source>
        <translation>十分钟</translation>
    </message>
    <message>
        <source>What this machine can learn in ten minutes</source>
        <translation>本机十分钟能学到的内容</translation>
    </message>
    <message>
        <source>Overnight</source>
        <translation>一夜</translation>
    </message>
    <message>
        <source>What this machine can learn overnight, if it needs that long</source>
        <translation>本机一夜能学到的内容（如果需要那么久）</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Decoding steps</source>
        <translation>解码步骤</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Drag to go to a step</source>
        <translation>拖动以跳到某一步</translation>
    </message>
    <message>
        <source>Branches: {n}</source>
        <translation>分支：{n}</translation>
    </message>
    <message>
        <source>Runs: {n}</source>
        <translation>训练：{n}</translation>
    </message>
    <message>
        <source>Translation, candidates and runs</source>
        <translation>译文、候选与各次训练</translation>
    </message>
    <message>
        <source>Prediction at each token</source>
        <translation>每个词元处的预测</translation>
    </message>
    <message>
        <source>Text, candidates and branches</source>
        <translation>文本、候选与分支</translation>
    </message>
    <message>
        <source>Translation, candidates and branches</source>
        <translation>译文、候选与分支</translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation>还没有步</translation>
    </message>
    <message>
        <source>token {step} of {steps}</source>
        <translation>词元 {step}/{steps}</translation>
    </message>
    <message>
        <source>step {step} of {steps}…</source>
        <translation>第 {step} 步，共 {steps} 步…</translation>
    </message>
    <message>
        <source>step {step} of {steps}</source>
        <translation>第 {step} 步，共 {steps} 步</translation>
    </message>
</context>
<context>
    <name>TokenField</name>
    <message>
        <source>another token…</source>
        <translation>其他词元…</translation>
    </message>
    <message>
        <source>Another token</source>
        <translation>其他词元</translation>
    </message>
    <message>
        <source>Type one or more words to replace this token; Return continues from there</source>
        <translation>输入一个或多个词，代替这个词元；按回车键从那里继续解码</translation>
    </message>
</context>
<context>
    <name>TokenStrip</name>
    <message>
        <source>weight {weight} · {token}, mean over the heads of the layer</source>
        <translation>权重 {weight} · {token}，该层各头的平均</translation>
    </message>
    <message>
        <source>What the model attends to</source>
        <translation>模型关注哪里</translation>
    </message>
    <message>
        <source>masked: {token} may not be attended to</source>
        <translation>已掩蔽：不可关注{token}</translation>
    </message>
</context>
<context>
    <name>TrainingForm</name>
    <message>
        <source>Tas&amp;k</source>
        <translation>任务(&amp;K)</translation>
    </message>
    <message>
        <source>What the model learns; you can also drop a file on the window</source>
        <translation>模型学习什么；也可以把文件拖到窗口上</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>规模(&amp;Z)</translation>
    </message>
    <message>
        <source>How large the model is, and how it is trained</source>
        <translation>模型有多大，以及怎样训练</translation>
    </message>
    <message>
        <source>Number of parameters</source>
        <translation>参数个数</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Hide model and training settings</source>
        <translation>隐藏模型和训练的设置</translation>
    </message>
    <message>
        <source>Show model and training settings</source>
        <translation>显示模型和训练的设置</translation>
    </message>
    <message>
        <source>Dev&amp;ice</source>
        <translation>设备(&amp;I)</translation>
    </message>
    <message>
        <source>Not measured while a model is being trained.</source>
        <translation>正在训练模型时不测量用时。</translation>
    </message>
    <message>
        <source>Measuring this machine…</source>
        <translation>正在测量本机的速度…</translation>
    </message>
    <message>
        <source>About {time} here: {epochs} epochs of {each}, measured just now.</source>
        <translation>在本机约需 {time}：{epochs} 轮，每轮 {each}，刚测得。</translation>
    </message>
    <message>
        <source>About {time} here: one epoch, measured just now.</source>
        <translation>在本机约需 {time}：一轮，刚测得。</translation>
    </message>
    <message>
        <source>This is longer than requested, but a run takes at least one epoch.</source>
        <translation>这比所选的时间长，但一次训练至少有一轮。</translation>
    </message>
    <message>
        <source>Warm-up shortened from {asked} to {cut} updates, half of the run&apos;s {updates}.</source>
        <translation>预热的 {asked} 次更新缩短为 {cut} 次，即全部 {updates} 次更新的一半。</translation>
    </message>
    <message>
        <source>{number} parameters</source>
        <translation>{number} 个参数</translation>
    </message>
</context>
<context>
    <name>TranslationLine</name>
    <message>
        <source>The translation reached the length limit before the model ended it</source>
        <translation>达到长度上限时，模型还没有结束译文</translation>
    </message>
    <message>
        <source>The text reached the length limit before the model ended it</source>
        <translation>达到长度上限时，模型还没有结束文本</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Filled in</source>
        <translation>填充结果</translation>
    </message>
    <message>
        <source>Given target</source>
        <translation>给定的目标句</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>Type a target; Return shows its probability under the model, Esc cancels</source>
        <translation>输入目标句；按回车键查看模型给它的概率，按 Esc 放弃</translation>
    </message>
    <message>
        <source>As text, to select and copy</source>
        <translation>显示为文本，可选中并复制</translation>
    </message>
    <message>
        <source>The model’s output appears here</source>
        <translation>模型的输出显示在这里</translation>
    </message>
    <message>
        <source>Type a target sentence</source>
        <translation>输入目标句</translation>
    </message>
    <message>
        <source>Use target</source>
        <translation>使用目标句</translation>
    </message>
    <message>
        <source>Own target…</source>
        <translation>自定目标句…</translation>
    </message>
    <message>
        <source>Teacher forcing: give a target and see its attention and log-probabilities</source>
        <translation>教师强制：给定目标句，查看它的注意力和对数概率</translation>
    </message>
    <message>
        <source>Copy the translation</source>
        <translation>复制译文</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>Stopped at the length limit</source>
        <translation>达到长度上限而停止</translation>
    </message>
</context>
<context>
    <name>UndoLine</name>
    <message>
        <source>Restore the deleted run</source>
        <translation>恢复被删除的训练</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>{name} was deleted.</source>
        <translation>{name} 已删除。</translation>
    </message>
</context>
<context>
    <name>WavelengthsPage</name>
    <message>
        <source>Wavelength of each pair of dimensions</source>
        <translation>每对维的波长</translation>
    </message>
    <message>
        <source>This model&apos;s table is learned and has no wavelengths; shown are those of a sinusoidal table of the same size.</source>
        <translation>这个模型的位置编码表是学习得到的，没有波长；这里显示的是同样大小的正弦位置编码表的波长。</translation>
    </message>
    <message>
        <source>This model&apos;s positions have no wavelengths; shown are those of a sinusoidal table of the same size.</source>
        <translation>这个模型的位置没有波长；这里是同样大小的正弦表的波长。</translation>
    </message>
    <message>
        <source>a pair: dimensions i and i + {half}</source>
        <translation>一对：第 i 维和第 i + {half} 维</translation>
    </message>
    <message>
        <source>positions, on a logarithmic scale</source>
        <translation>位置数，对数刻度</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Sort by effect</source>
        <translation>按影响排序</translation>
    </message>
    <message>
        <source>Type a sentence to see why its tokens were chosen.</source>
        <translation>输入一个句子，看看为什么选择了它的词元。</translation>
    </message>
    <message>
        <source>Pick a candidate of this step, or type another token; empty: default</source>
        <translation>选择这一步的一个候选，或输入另一个词元；留空则用默认</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Input token → predicted token</source>
        <translation>输入词元 → 预测词元</translation>
    </message>
    <message>
        <source>Why this token</source>
        <translation>为什么是这个词元</translation>
    </message>
    <message>
        <source>and not that one</source>
        <translation>而不是那一个</translation>
    </message>
    <message>
        <source>The largest measured effect first, not contribution</source>
        <translation>测得的影响最大的排在最前，而不是贡献最大的</translation>
    </message>
</context>
<context>
    <name>WithoutPage</name>
    <message>
        <source>Translating three times …</source>
        <translation>正在翻译三次…</translation>
    </message>
    <message>
        <source>Type a sentence to see the effect of its positions.</source>
        <translation>输入一个句子，即可查看位置的作用。</translation>
    </message>
    <message>
        <source>Shuffle again</source>
        <translation>重新打乱</translation>
    </message>
    <message>
        <source>Shuffle the positions in another way</source>
        <translation>换一种方式交换位置</translation>
    </message>
    <message>
        <source>Show an example that changes</source>
        <translation>显示会改变的例句</translation>
    </message>
    <message>
        <source>Shuffled positions do not change this translation: the words alone leave little choice. Shuffle again, or choose another sentence.</source>
        <translation>打乱位置没有改变这个译文：仅凭这些词，就没有多少选择余地。请再打乱一次，或另选一个句子。</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>例句</translation>
    </message>
    <message>
        <source>A sentence whose meaning depends on the order of its words</source>
        <translation>意思取决于词序的句子</translation>
    </message>
    <message>
        <source>Current sentence</source>
        <translation>当前句子</translation>
    </message>
    <message>
        <source>The sentence in the field above</source>
        <translation>上方输入框中的句子</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>Alter the positions that the encoder reads</source>
        <translation>改动编码器读入的位置</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>Alter the positions that the decoder reads</source>
        <translation>改动解码器读入的位置</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两边</translation>
    </message>
    <message>
        <source>Alter the positions of both sides</source>
        <translation>两边的位置都改动</translation>
    </message>
</context>
<context>
    <name>WorkLine</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop writing; the file is not changed</source>
        <translation>停止写入；文件保持原样</translation>
    </message>
</context>
<context>
    <name>ZoomPanel</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Show whole matrices again (Esc)</source>
        <translation>回到完整的矩阵 (Esc)</translation>
    </message>
</context>
<context>
    <name>about_box</name>
    <message>
        <source>About Headlight</source>
        <translation>关于 Headlight</translation>
    </message>
    <message>
        <source>Headlight {version}</source>
        <translation>Headlight {version}</translation>
    </message>
    <message>
        <source>See what every attention head of a Transformer attends to while it translates and learns.

The model zh-en was trained on sentence pairs of Tatoeba (tatoeba.org), published by their authors under CC BY 2.0 FR, and on phrases written for Headlight. The authors&apos; names are in the model file. The model reverse reverses a string of 1 to 16 letters.

Headlight is based on five Chinese texts on the Transformer.

Licence: MIT
Qt {qt} · PySide {pyside}</source>
        <translation>看清 Transformer 在翻译和学习时，每个注意力头在看什么。

模型 zh-en 学自 Tatoeba（tatoeba.org）的句对和为 Headlight 编写的短句；前者由其作者以 CC BY 2.0 FR 发布，作者姓名记在模型文件里。模型 reverse 把 1 到 16 个字母的字母串倒过来。

Headlight 源于五篇关于 Transformer 的中文材料。

许可证：MIT
Qt {qt} · PySide {pyside}</translation>
    </message>
</context>
<context>
    <name>animation</name>
    <message>
        <source>step {step} of {steps}</source>
        <translation>第 {step} 步，共 {steps} 步</translation>
    </message>
    <message>
        <source>validation {loss}, update {update}</source>
        <translation>验证损失 {loss}（第 {update} 次更新）</translation>
    </message>
</context>
<context>
    <name>architecture</name>
    <message>
        <source>Masked self-attention</source>
        <translation>掩码自注意力</translation>
    </message>
    <message>
        <source>Final {norm}</source>
        <translation>最后的 {norm}</translation>
    </message>
    <message>
        <source>Gated feed-forward</source>
        <translation>门控前馈</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Self-attention</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Addition</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>Output transform</source>
        <translation>输出变换</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Diagram of the model</source>
        <translation>模型的结构图</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>记忆 (memory)</translation>
    </message>
    <message>
        <source>probabilities of each token</source>
        <translation>每个词元的概率</translation>
    </message>
    <message>
        <source>probabilities of the next token</source>
        <translation>下一个词元的概率</translation>
    </message>
    <message>
        <source>layer {number} of {count}</source>
        <translation>第 {number} 层，共 {count} 层</translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation>第 {number} 层</translation>
    </message>
    <message>
        <source>layers {first}–{last}  ×{count}</source>
        <translation>第 {first}–{last} 层  ×{count}</translation>
    </message>
    <message>
        <source>post-norm</source>
        <translation>后归一化</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>前归一化</translation>
    </message>
    <message>
        <source>{layers} layers × {heads} heads, {norm}</source>
        <translation>{layers} 层 × {heads} 头，{norm}</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} 个参数</translation>
    </message>
    <message>
        <source>{count} multiply-adds for this sentence</source>
        <translation>这个句子需 {count} 次乘加运算</translation>
    </message>
    <message>
        <source>{sentence} · click or Return: {tab}</source>
        <translation>{sentence} · 单击或按回车键：{tab}</translation>
    </message>
    <message>
        <source>Click to expand layer {number}</source>
        <translation>单击以展开第 {number} 层</translation>
    </message>
    <message>
        <source>around self-attention</source>
        <translation>自注意力子层</translation>
    </message>
    <message>
        <source>around cross-attention</source>
        <translation>交叉注意力子层</translation>
    </message>
    <message>
        <source>around feed-forward</source>
        <translation>前馈子层</translation>
    </message>
    <message>
        <source>{name} · {place} · output {shape} · {parameters} · {share}</source>
        <translation>{name} · {place} · 输出 {shape} · {parameters} · {share}</translation>
    </message>
    <message>
        <source>{share} of the multiply-adds</source>
        <translation>乘加运算占 {share}</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>multiply-adds</source>
        <translation>乘加运算</translation>
    </message>
    <message>
        <source>after the embedding</source>
        <translation>词嵌入之后</translation>
    </message>
    <message>
        <source>after self-attention of layer {number}</source>
        <translation>第 {number} 层自注意力之后</translation>
    </message>
    <message>
        <source>after cross-attention of layer {number}</source>
        <translation>第 {number} 层交叉注意力之后</translation>
    </message>
    <message>
        <source>after feed-forward of layer {number}</source>
        <translation>第 {number} 层前馈网络之后</translation>
    </message>
    <message>
        <source>added by the sublayer: ‖f(x)‖</source>
        <translation>子层加入的：‖f(x)‖</translation>
    </message>
    <message>
        <source>Vector length in this model&apos;s residual stream</source>
        <translation>这个模型中残差流的向量长度</translation>
    </message>
    <message>
        <source>sublayers passed</source>
        <translation>已经过的子层数</translation>
    </message>
    <message>
        <source>mean length ‖x‖</source>
        <translation>平均长度 ‖x‖</translation>
    </message>
    <message>
        <source>{side}, {point}: mean ‖x‖ {mean} ({low} – {high})</source>
        <translation>{side}，{point}：‖x‖ 平均 {mean}（{low} – {high}）</translation>
    </message>
    <message>
        <source>, added ‖f(x)‖ {added}</source>
        <translation>，加入的 ‖f(x)‖ {added}</translation>
    </message>
    <message>
        <source>Gradient of W₂ before any training, by layer</source>
        <translation>训练前各层 W₂ 的梯度</translation>
    </message>
    <message>
        <source>{count} seeds</source>
        <translation>{count} 个随机种子</translation>
    </message>
    <message>
        <source>layer {layer} · {side}: post-norm {post}, pre-norm {pre}</source>
        <translation>第 {layer} 层 · {side}：后归一化 {post}，前归一化 {pre}</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>‖∂ loss / ∂ W₂‖</source>
        <translation>‖∂ 损失 / ∂ W₂‖</translation>
    </message>
    <message>
        <source>normalised: (x − μ)/√(σ² + ε)</source>
        <translation>归一化：(x − μ)/√(σ² + ε)</translation>
    </message>
    <message>
        <source>after α and b</source>
        <translation>经 α 和 b 之后</translation>
    </message>
    <message>
        <source>normalised: x/√(μ(x²) + ε)</source>
        <translation>归一化后：x/√(μ(x²) + ε)</translation>
    </message>
    <message>
        <source>after α</source>
        <translation>乘 α 之后</translation>
    </message>
    <message>
        <source>before: x</source>
        <translation>归一化前：x</translation>
    </message>
    <message>
        <source>Mean before and after the {norm}</source>
        <translation>{norm} 前后的均值</translation>
    </message>
    <message>
        <source>Variance before and after the {norm}</source>
        <translation>{norm} 前后的方差</translation>
    </message>
    <message>
        <source>position {number} {token} · mean {mean} → {mean_normalised} → {mean_after} · variance {variance} → {variance_normalised} → {variance_after}</source>
        <translation>位置 {number} {token} · 均值 {mean} → {mean_normalised} → {mean_after} · 方差 {variance} → {variance_normalised} → {variance_after}</translation>
    </message>
    <message>
        <source>sublayer f</source>
        <translation>子层 f</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>Recurrent</source>
        <translation>循环层</translation>
    </message>
    <message>
        <source>Convolutional</source>
        <translation>卷积层</translation>
    </message>
    <message>
        <source>Self-attention (restricted)</source>
        <translation>自注意力（受限）</translation>
    </message>
    <message>
        <source>Self-attention with its projections</source>
        <translation>自注意力（含投影）</translation>
    </message>
    <message>
        <source>Type of layer</source>
        <translation>层的类型</translation>
    </message>
    <message>
        <source>Complexity per layer</source>
        <translation>每层复杂度</translation>
    </message>
    <message>
        <source>Sequential operations</source>
        <translation>顺序操作</translation>
    </message>
    <message>
        <source>Longest path</source>
        <translation>最长路径</translation>
    </message>
    <message>
        <source>Operations per layer, from the table&apos;s formulas</source>
        <translation>每层的运算次数（按表中公式）</translation>
    </message>
    <message>
        <source>n = d</source>
        <translation>n = d</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>运算次数</translation>
    </message>
    <message>
        <source>Time of one layer on this machine</source>
        <translation>一层在本机上的用时</translation>
    </message>
    <message>
        <source>table formula × constant</source>
        <translation>表中的次数 × 常数</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒 (ms)</translation>
    </message>
    <message>
        <source>n = {n}, d = {d}: not measured yet</source>
        <translation>n = {n}，d = {d}：尚未测量</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>n = {n}, d = {d}: {parts}</source>
        <translation>n = {n}，d = {d}：{parts}</translation>
    </message>
    <message>
        <source>{name} {time} (median of {runs}; {rate} multiply-adds per second)</source>
        <translation>{name} {time}（{runs} 次的中位数；每秒 {rate} 次乘加运算）</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>CPU, one thread</source>
        <translation>CPU，单线程</translation>
    </message>
    <message>
        <source>CPU, {threads} threads</source>
        <translation>CPU，{threads} 线程</translation>
    </message>
</context>
<context>
    <name>asking</name>
    <message>
        <source>Which token comes next?</source>
        <translation>下一个词元是什么？</translation>
    </message>
    <message>
        <source>It has the largest probability of all tokens.</source>
        <translation>在所有词元中，它的概率最大。</translation>
    </message>
    <message>
        <source>Another token has a larger probability.</source>
        <translation>另一个词元的概率更大。</translation>
    </message>
    <message>
        <source>The model reads the source and the tokens that are written so far. Then it gives every token of its vocabulary a probability, and writes the most probable one.</source>
        <translation>模型读取源句和已经写出的词元，然后给词表中的每个词元一个概率，并写出概率最大的那个。</translation>
    </message>
    <message>
        <source>The next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>The weights of a row sum to 1. The token of the row attends most to the token of the column with the largest weight.</source>
        <translation>一行的权重之和为 1。这一行的词元最关注权重最大的那一列的词元。</translation>
    </message>
    <message>
        <source>Where is the largest weight of the row “{row}”? Click its cell.</source>
        <translation>“{row}”这一行的最大权重在哪里？请点击那个单元格。</translation>
    </message>
    <message>
        <source>The largest weight of the row is there.</source>
        <translation>这一行的最大权重就在那里。</translation>
    </message>
    <message>
        <source>Another cell of the row has a larger weight.</source>
        <translation>这一行中另一个单元格的权重更大。</translation>
    </message>
    <message>
        <source>How many tokens will differ from “{text}”?</source>
        <translation>与“{text}”相比，会有多少个词元不同？</translation>
    </message>
    <message>
        <source>The largest weight</source>
        <translation>最大的权重</translation>
    </message>
    <message>
        <source>None</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>One</source>
        <translation>一个</translation>
    </message>
    <message>
        <source>Two or three</source>
        <translation>两三个</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>The new translation is on screen now.</source>
        <translation>新的译文现在显示在屏幕上。</translation>
    </message>
    <message>
        <source>Compare the new translation, on screen now, with the other.</source>
        <translation>请把现在显示的新译文与原来的译文比较。</translation>
    </message>
    <message>
        <source>The model translates the sentence again with this intervention. The result is hidden until you have answered. Heads are named by attention, layer · head.</source>
        <translation>模型在这个干预下重新翻译这句话。回答之前，结果是隐藏的。头的名称由注意力、层·头组成。</translation>
    </message>
    <message>
        <source>With intervention</source>
        <translation>有干预时</translation>
    </message>
    <message>
        <source>Predict, then see</source>
        <translation>先预测，再看结果</translation>
    </message>
</context>
<context>
    <name>attention</name>
    <message>
        <source>Encoder self</source>
        <translation>编码器自注意力</translation>
    </message>
    <message>
        <source>Decoder self</source>
        <translation>解码器自注意力</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Target tokens attend to all target tokens, including later ones</source>
        <translation>目标句词元关注所有目标句词元，包括后面的</translation>
    </message>
    <message>
        <source>Source tokens attend to source tokens</source>
        <translation>源句词元关注源句词元</translation>
    </message>
    <message>
        <source>Target tokens attend to themselves and earlier target tokens</source>
        <translation>目标句词元关注自身和前面的目标句词元</translation>
    </message>
    <message>
        <source>Target tokens attend to source tokens</source>
        <translation>目标句词元关注源句词元</translation>
    </message>
    <message>
        <source>looks ahead: no causal mask</source>
        <translation>能看到后面：无因果掩码</translation>
    </message>
    <message>
        <source>{kind} · layer {layer} · head {head}</source>
        <translation>{kind} · 第 {layer} 层 · 第 {head} 头</translation>
    </message>
    <message>
        <source>{title}: {sentence}</source>
        <translation>{title}：{sentence}</translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation>第 {number} 层</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>第 {number} 头</translation>
    </message>
    <message>
        <source>row (source) attends to column (source)</source>
        <translation>行（源句）关注列（源句）</translation>
    </message>
    <message>
        <source>row (input → predicted)</source>
        <translation>行（输入 → 预测）</translation>
    </message>
    <message>
        <source>row (input)</source>
        <translation>行（输入）</translation>
    </message>
    <message>
        <source>row (predicted)</source>
        <translation>行（预测）</translation>
    </message>
    <message>
        <source>{rows} attends to column (target, input)</source>
        <translation>{rows}关注列（目标句，输入）</translation>
    </message>
    <message>
        <source>{rows} attends to column (source)</source>
        <translation>{rows}关注列（源句）</translation>
    </message>
    <message>
        <source>row attends to column</source>
        <translation>行关注列</translation>
    </message>
    <message>
        <source>attention rollout</source>
        <translation>注意力展开</translation>
    </message>
    <message>
        <source>mean over all heads</source>
        <translation>所有头的平均</translation>
    </message>
    <message>
        <source>maximum over all heads</source>
        <translation>所有头的最大值</translation>
    </message>
    <message>
        <source>mean over heads {numbers}</source>
        <translation>第 {numbers} 头的平均</translation>
    </message>
    <message>
        <source>maximum over heads {numbers}</source>
        <translation>第 {numbers} 头的最大值</translation>
    </message>
    <message>
        <source>it</source>
        <translation>它</translation>
    </message>
    <message>
        <source>layer {layer} head {head}</source>
        <translation>第 {layer} 层第 {head} 头</translation>
    </message>
    <message>
        <source>the {heads} of layer {layer}</source>
        <translation>第 {layer} 层{heads}</translation>
    </message>
    <message>
        <source>{weight} to {key}</source>
        <translation>对{key} {weight}</translation>
    </message>
    <message>
        <source>{heads} of layer {layer}, {kind}: {row} attends {keys}</source>
        <translation>{kind}，第 {layer} 层{heads}，{row}的关注：{keys}</translation>
    </message>
    <message>
        <source>masked or NaN</source>
        <translation>已掩蔽，或为 NaN</translation>
    </message>
    <message>
        <source>Where the decoder looks when predicting {token}</source>
        <translation>解码器预测{token}时关注哪里</translation>
    </message>
    <message>
        <source>{kind}, layer {layer}, {heads}</source>
        <translation>{kind}，第 {layer} 层，{heads}</translation>
    </message>
    <message>
        <source>{kind} · layer {layer} · {heads}</source>
        <translation>{kind} · 第 {layer} 层 · {heads}</translation>
    </message>
    <message>
        <source>rollout up to layer {layer}</source>
        <translation>截至第 {layer} 层的注意力展开</translation>
    </message>
    <message>
        <source>{heads} of layer {layer}</source>
        <translation>第 {layer} 层{heads}</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>target (input → predicted)</source>
        <translation>目标句（输入 → 预测）</translation>
    </message>
    <message>
        <source>target (input)</source>
        <translation>目标句（输入）</translation>
    </message>
    <message>
        <source>target (predicted)</source>
        <translation>目标句（预测）</translation>
    </message>
    <message>
        <source>covered weights have no links</source>
        <translation>遮住的权重没有连线</translation>
    </message>
    <message>
        <source>all links</source>
        <translation>全部连线</translation>
    </message>
    <message>
        <source>one link per word, to the largest weight of the row that predicts it</source>
        <translation>每个词一条连线，连到预测该词的行中最大的权重</translation>
    </message>
    <message>
        <source>one link per word, to the largest weight of the row whose input it is; none for the last</source>
        <translation>每个词一条连线，连到以该词为输入的行中最大的权重；最后一个词没有</translation>
    </message>
    <message>
        <source>only the {count} strongest in view are drawn</source>
        <translation>可见部分只画最强的 {count} 条</translation>
    </message>
    <message>
        <source>less than in the comparison</source>
        <translation>少于对比的一方</translation>
    </message>
    <message>
        <source>more than in the comparison</source>
        <translation>多于对比的一方</translation>
    </message>
    <message>
        <source>right links (gold)</source>
        <translation>标准连线</translation>
    </message>
    <message>
        <source>possible links (gold)</source>
        <translation>可能的标准连线</translation>
    </message>
    <message>
        <source>links of the attention</source>
        <translation>注意力的连线</translation>
    </message>
    <message>
        <source>{place}, difference from the comparison: {token}, {items}</source>
        <translation>{place}，与对比的一方之差：{token}，{items}</translation>
    </message>
    <message>
        <source>{row} is not decoded yet</source>
        <translation>{row}尚未解码</translation>
    </message>
    <message>
        <source>strongest {share} of each row; {count} weaker links hidden</source>
        <translation>每行权重最大的 {share}；隐去较弱的 {count} 条</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{heads}, {kind}</source>
        <translation>{kind}，{heads}</translation>
    </message>
    <message>
        <source>Up and Down move between tokens, Left and Right switch sides; Escape shows all links again.</source>
        <translation>上下方向键在词元之间移动，左右方向键换到另一侧；Esc 重新显示全部连线。</translation>
    </message>
    <message>
        <source>{place}: {token} attends {items}</source>
        <translation>{place}，{token}的关注：{items}</translation>
    </message>
    <message>
        <source>{place}: {token} receives {items}</source>
        <translation>{place}，{token}受到的关注：{items}</translation>
    </message>
    <message>
        <source>{place}: {token} is the same as in the comparison</source>
        <translation>{place}：{token}与对比的一方完全相同</translation>
    </message>
    <message>
        <source>{place}: {token} attends to nothing</source>
        <translation>{place}：{token}不关注任何词元</translation>
    </message>
    <message>
        <source>{place}: nothing attends to {token}</source>
        <translation>{place}：没有词元关注{token}</translation>
    </message>
    <message>
        <source>{place}: {token} is linked to {items}</source>
        <translation>{place}：{token} 连到 {items}</translation>
    </message>
    <message>
        <source>{place}: {token} is linked to {items} (gold: {gold})</source>
        <translation>{place}：{token} 连到 {items}（标准：{gold}）</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{weight} to {token} ({head})</source>
        <translation>对{token} {weight}（{head}）</translation>
    </message>
    <message>
        <source>{weight} to {token}</source>
        <translation>对{token} {weight}</translation>
    </message>
    <message>
        <source>{weight} from {token} ({head})</source>
        <translation>来自{token} {weight}（{head}）</translation>
    </message>
    <message>
        <source>{weight} from {token}</source>
        <translation>来自{token} {weight}</translation>
    </message>
    <message>
        <source>all {count} heads</source>
        <translation>全部 {count} 个头</translation>
    </message>
    <message>
        <source>{others} and {last}</source>
        <translation>{others} 和 {last}</translation>
    </message>
    <message>
        <source>heads {numbers}</source>
        <translation>第 {numbers} 头</translation>
    </message>
    <message>
        <source>Having read {read}, before choosing {token}: {heads} {looks}</source>
        <translation>读入{read}之后、选择{token}之前：{heads}{looks}</translation>
    </message>
    <message>
        <source>masked: {row} may not attend to {key} · {place}</source>
        <translation>已掩蔽：{row}不可关注{key} · {place}</translation>
    </message>
    <message>
        <source>{weight} · {row} attends to {key} · {place}</source>
        <translation>{weight} · {row}关注{key} · {place}</translation>
    </message>
    <message>
        <source>{kind} attention</source>
        <translation>{kind}</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩蔽</translation>
    </message>
    <message>
        <source>not decoded yet</source>
        <translation>尚未解码</translation>
    </message>
    <message>
        <source>What {token} attends to in the encoder</source>
        <translation>编码器中{token}关注什么</translation>
    </message>
    <message>
        <source>Where the decoder looks back when predicting {token}</source>
        <translation>解码器预测{token}时回头关注哪里</translation>
    </message>
    <message>
        <source>The comparison has ended: it has no such step</source>
        <translation>对比的一方已经结束：没有这一步</translation>
    </message>
    <message>
        <source>{heads} of layer {layer}, {kind}: relative to the comparison, {row} attends {keys}</source>
        <translation>{kind}，第 {layer} 层{heads}，{row}的关注与对比的一方之差：{keys}</translation>
    </message>
    <message>
        <source>Where the model looks when predicting {token}</source>
        <translation>模型预测{token}时关注哪里</translation>
    </message>
    <message>
        <source>mean over the heads of layer {number}</source>
        <translation>第 {number} 层各头的平均</translation>
    </message>
    <message>
        <source>{sentence} and {second_weight} on {second}</source>
        <translation>{sentence}，对{second}为 {second_weight}</translation>
    </message>
    <message>
        <source>Both branches have the same source, so encoder attention is the same</source>
        <translation>两个分支的源句相同：编码器的关注也相同</translation>
    </message>
    <message>
        <source>No difference yet: up to this row both branches have the same input tokens</source>
        <translation>还没有差别：到这一行为止，两个分支输入的词元相同</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>The weights of this row are covered</source>
        <translation>这一行的权重已遮住</translation>
    </message>
    <message>
        <source>The weights of this row are NaN</source>
        <translation>这一行的权重是 NaN</translation>
    </message>
    <message>
        <source>covered</source>
        <translation>已遮住</translation>
    </message>
    <message>
        <source>{token}, relative to the comparison: weight {first_weight} on {first}</source>
        <translation>与对比的一方相比，{token}对{first}的权重差为 {first_weight}</translation>
    </message>
    <message>
        <source>Having read {read}, relative to the comparison: weight {first_weight} on {first}</source>
        <translation>读入{read}之后，与对比的一方相比，对{first}的权重差为 {first_weight}</translation>
    </message>
    <message>
        <source>By rollout, {first_share} of the prediction of {token} comes from {first}</source>
        <translation>按注意力展开，写出{token}所依据的有 {first_share} 来自{first}</translation>
    </message>
    <message>
        <source>By rollout, {first_share} of {token} comes from {first}</source>
        <translation>按注意力展开，{token}有 {first_share} 来自{first}</translation>
    </message>
    <message>
        <source>{sentence} and {second_share} from {second}</source>
        <translation>{sentence}，{second_share} 来自{second}</translation>
    </message>
    <message>
        <source>While reading {token}, {heads} {looks}</source>
        <translation>读{token}时，{heads}{looks}</translation>
    </message>
    <message>
        <source>has its largest weight on {first_token} ({first_note})</source>
        <translation>中，最大的权重在{first_token}（{first_note}）上</translation>
    </message>
    <message>
        <source>looks mostly at {first_token} ({first_note})</source>
        <translation>主要看{first_token}（{first_note}）</translation>
    </message>
    <message>
        <source>looks most at {first_token} ({first_note})</source>
        <translation>看得最多的是{first_token}（{first_note}）</translation>
    </message>
    <message>
        <source>{looks}, then on {second_token} ({second_note})</source>
        <translation>{looks}，其次在{second_token}（{second_note}）上</translation>
    </message>
    <message>
        <source>{looks}, then at {second_token} ({second_note})</source>
        <translation>{looks}，其次是{second_token}（{second_note}）</translation>
    </message>
    <message>
        <source>looks back mostly at {first_token} ({first_note})</source>
        <translation>主要回看{first_token}（{first_note}）</translation>
    </message>
    <message>
        <source>looks back most at {first_token} ({first_note})</source>
        <translation>回看得最多的是{first_token}（{first_note}）</translation>
    </message>
    <message>
        <source>The interventions do not change this row</source>
        <translation>干预没有改变这一行</translation>
    </message>
    <message>
        <source>{weight} · {row} attends more to {key} than in the comparison · {place}</source>
        <translation>{weight} · {row}对{key}的关注多于对比的一方 · {place}</translation>
    </message>
    <message>
        <source>{weight} · {row} attends less to {key} than in the comparison · {place}</source>
        <translation>{weight} · {row}对{key}的关注少于对比的一方 · {place}</translation>
    </message>
    <message>
        <source>{weight} · {row} attends to {key} as in the comparison · {place}</source>
        <translation>{weight} · {row}对{key}的关注与对比的一方相同 · {place}</translation>
    </message>
    <message>
        <source>L{number}</source>
        <translation>L{number}</translation>
    </message>
    <message>
        <source>H{number}</source>
        <translation>H{number}</translation>
    </message>
    <message>
        <source>colours: {ends}, linear</source>
        <translation>颜色：{ends}，线性</translation>
    </message>
    <message>
        <source>colours: {ends}, square root</source>
        <translation>颜色：{ends}，平方根</translation>
    </message>
    <message>
        <source>colours: {ends}, logarithmic, four powers of ten</source>
        <translation>颜色：{ends}，对数，跨四个数量级</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>聚焦</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>All heads of all layers at once</source>
        <translation>同时显示所有层的所有头</translation>
    </message>
    <message>
        <source>One head, large, with its tokens</source>
        <translation>放大显示一个头及其词元</translation>
    </message>
    <message>
        <source>Lines between the tokens, wider where the weight is larger</source>
        <translation>词元之间的连线，权重越大线越宽</translation>
    </message>
    <message>
        <source>The sentence, coloured by one token&apos;s attention</source>
        <translation>按一个词元的注意力给句子着色</translation>
    </message>
    <message>
        <source>Each head separately</source>
        <translation>各头分别显示</translation>
    </message>
    <message>
        <source>Mean over heads</source>
        <translation>各头的平均</translation>
    </message>
    <message>
        <source>Maximum over heads</source>
        <translation>各头的最大值</translation>
    </message>
    <message>
        <source>Attention rollout</source>
        <translation>注意力展开 (rollout)</translation>
    </message>
    <message>
        <source>The weights of the current head</source>
        <translation>当前头的权重</translation>
    </message>
    <message>
        <source>The mean of the chosen heads of this layer</source>
        <translation>该层选中各头的平均</translation>
    </message>
    <message>
        <source>The largest weight among the chosen heads of this layer</source>
        <translation>该层选中各头中的最大权重</translation>
    </message>
    <message>
        <source>Attention traced from this layer down to the input tokens (Abnar &amp; Zuidema)</source>
        <translation>从这一层逐层向下追溯注意力，直到词元 (Abnar &amp; Zuidema)</translation>
    </message>
    <message>
        <source>{kind} · layer {layer} · {heads} · difference</source>
        <translation>{kind} · 第 {layer} 层 · {heads} · 差值</translation>
    </message>
    <message>
        <source>this one − comparison</source>
        <translation>当前的 − 对比的</translation>
    </message>
    <message>
        <source>special tokens hidden, rows not renormalised</source>
        <translation>特殊词元已隐藏，各行未重新归一化</translation>
    </message>
    <message>
        <source>special tokens hidden, rows renormalised</source>
        <translation>特殊词元已隐藏，各行已重新归一化</translation>
    </message>
    <message>
        <source>words: sum over key subwords, mean over query subwords</source>
        <translation>按词：键的子词求和，查询的子词取平均</translation>
    </message>
    <message>
        <source>square-root scale</source>
        <translation>平方根刻度</translation>
    </message>
    <message>
        <source>logarithmic scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>A is the mean over the heads of layer l, I the residual stream</source>
        <translation>A 是第 l 层各头的平均，I 是残差流</translation>
    </message>
    <message>
        <source>rows {first}–{last} of {count}</source>
        <translation>第 {first}–{last} 行，共 {count} 行</translation>
    </message>
    <message>
        <source>columns {first}–{last} of {count}</source>
        <translation>第 {first}–{last} 列，共 {count} 列</translation>
    </message>
    <message>
        <source>not every token is labelled: zoom in (+) to see all</source>
        <translation>未标出每个词元：放大（+）可看到全部</translation>
    </message>
    <message>
        <source>no room for token meanings: zoom in (+) or point at a cell</source>
        <translation>地方不够，词义未显示：放大（+）或指向单元格即可看到</translation>
    </message>
    <message>
        <source>this one looks ahead: no causal mask</source>
        <translation>当前的能看到后面：无因果掩码</translation>
    </message>
    <message>
        <source>the comparison looks ahead: no causal mask</source>
        <translation>对比的能看到后面：无因果掩码</translation>
    </message>
    <message>
        <source>traced through the layers: 0.5 residual + 0.5 attention per layer</source>
        <translation>逐层追踪：每层取 0.5 残差 + 0.5 注意力</translation>
    </message>
    <message>
        <source>rows can sum to more than 1</source>
        <translation>一行之和可能大于 1</translation>
    </message>
    <message>
        <source>colour scale ends at {top}</source>
        <translation>颜色止于 {top}</translation>
    </message>
    <message>
        <source>the rest of each row, up to 1, is on the target</source>
        <translation>每行合计为 1，其余部分在目标句上</translation>
    </message>
    <message>
        <source>the rest of each row, up to 1, is on the source</source>
        <translation>每行合计为 1，其余部分在源句上</translation>
    </message>
    <message>
        <source>S is the mean over the heads of the decoder&apos;s self-attention in layer l, I the residual stream</source>
        <translation>S 是解码器第 l 层自注意力各头的平均，I 是残差流</translation>
    </message>
    <message>
        <source>S and C are the means over the heads of decoder self- and cross-attention in layer l, E is the encoder&apos;s rollout, I the residual stream</source>
        <translation>S 和 C 分别是解码器第 l 层自注意力和交叉注意力各头的平均，E 是编码器的注意力展开，I 是残差流</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>0–{level} bits</source>
        <translation>0–{level} 比特</translation>
    </message>
    <message>
        <source>{row} has no weights here</source>
        <translation>{row}在这里没有权重</translation>
    </message>
    <message>
        <source>{value} of the attention of {row} is on different keys than in the comparison</source>
        <translation>与对比的一方相比，{row}的注意力有 {value} 移到了别的键上</translation>
    </message>
    <message>
        <source>entropy of {row}: {value} of at most {most} bits</source>
        <translation>{row}的熵：{value} 比特，最大 {most} 比特</translation>
    </message>
    <message>
        <source>entropy of {row}, divided by its sum: {value} of at most {most} bits</source>
        <translation>{row}除以其和之后的熵：{value} 比特，最大 {most} 比特</translation>
    </message>
    <message>
        <source>no row attends to {key} yet</source>
        <translation>还没有行关注{key}</translation>
    </message>
    <message>
        <source>mean difference of {key} over the rows that may attend to it ({count}): {value}</source>
        <translation>可以关注{key}的 {count} 行对它的平均差值：{value}</translation>
    </message>
    <message>
        <source>mean weight of {key} over the rows that may attend to it ({count}): {value}</source>
        <translation>可以关注{key}的 {count} 行对它的平均权重：{value}</translation>
    </message>
    <message>
        <source>Up and Down, or Ctrl+Left and Ctrl+Right, choose the target token; Left and Right move along the source tokens and read out their weights; Escape clears the selection.</source>
        <translation>用上下方向键或 Ctrl+左右方向键选择目标句词元；左右方向键沿源句词元移动并说出权重；Esc 取消选择。</translation>
    </message>
    <message>
        <source>Up and Down, or Ctrl+Left and Ctrl+Right, choose the query token; Left and Right move along the tokens and read out their weights; Escape clears the selection.</source>
        <translation>用上下方向键或 Ctrl+左右方向键选择查询词元；左右方向键沿各词元移动并说出权重；Esc 取消选择。</translation>
    </message>
    <message>
        <source>Where {heads} looks back when predicting {token} after {fed}</source>
        <translation>{heads}在{fed}之后预测{token}时回头关注哪里</translation>
    </message>
    <message>
        <source>What {fed} looks back at in {heads}</source>
        <translation>{heads}中{fed}回头关注哪里</translation>
    </message>
    <message>
        <source>Where {heads} looks back when predicting {token}</source>
        <translation>{heads}预测{token}时回头关注哪里</translation>
    </message>
    <message>
        <source>Where {heads} looks when predicting {token} after {fed}</source>
        <translation>{heads}在{fed}之后预测{token}时关注哪里</translation>
    </message>
    <message>
        <source>What {fed} attends to in {heads}</source>
        <translation>{heads}中{fed}关注哪里</translation>
    </message>
    <message>
        <source>Where {heads} looks when predicting {token}</source>
        <translation>{heads}预测{token}时关注哪里</translation>
    </message>
    <message>
        <source>Where the prediction of {token} after {fed} comes from</source>
        <translation>在{fed}之后对{token}的预测来自哪里</translation>
    </message>
    <message>
        <source>Where the information at {fed} comes from</source>
        <translation>{fed}处的信息来自哪里</translation>
    </message>
    <message>
        <source>Where the prediction of {token} comes from</source>
        <translation>对{token}的预测来自哪里</translation>
    </message>
    <message>
        <source>Where the model looks back when predicting {token} after {fed}</source>
        <translation>模型在{fed}之后预测{token}时回头关注哪里</translation>
    </message>
    <message>
        <source>What {fed} looks back at</source>
        <translation>{fed}回头关注哪里</translation>
    </message>
    <message>
        <source>Where the model looks back when predicting {token}</source>
        <translation>模型预测{token}时回头关注哪里</translation>
    </message>
    <message>
        <source>Where the model looks when predicting {token} after {fed}</source>
        <translation>模型在{fed}之后预测{token}时关注哪里</translation>
    </message>
    <message>
        <source>What {fed} attends to</source>
        <translation>{fed}关注哪里</translation>
    </message>
    <message>
        <source>{kind} · no causal mask</source>
        <translation>{kind} · 无因果掩码</translation>
    </message>
    <message>
        <source>no difference shown: the comparison has no attention of this kind</source>
        <translation>无法显示差异：对比的一方没有这种注意力</translation>
    </message>
    <message>
        <source>no difference shown: the comparison has {layers} × {heads} heads</source>
        <translation>无法显示差异：对比的一方有 {layers} × {heads} 个头</translation>
    </message>
    <message>
        <source>increase or decrease relative to the comparison</source>
        <translation>相对于对比的一方增加或减少多少</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>attends to</source>
        <translation>关注</translation>
    </message>
</context>
<context>
    <name>bleu</name>
    <message>
        <source>Mark single words</source>
        <translation>标出单个词</translation>
    </message>
    <message>
        <source>Mark pairs of words</source>
        <translation>标出相邻两个词</translation>
    </message>
    <message>
        <source>Mark three words in a row</source>
        <translation>标出连续三个词</translation>
    </message>
    <message>
        <source>Mark four words in a row</source>
        <translation>标出连续四个词</translation>
    </message>
    <message>
        <source>Translation, length c = {count}</source>
        <translation>译文，长度 c = {count}</translation>
    </message>
    <message>
        <source>Reference, length r = {count}</source>
        <translation>参考译文，长度 r = {count}</translation>
    </message>
    <message>
        <source>{ngram}: {translation} × in the translation, {reference} × in the reference</source>
        <translation>{ngram}：译文中 {translation} 次，参考译文中 {reference} 次</translation>
    </message>
    <message>
        <source>{values}: counted {counted} ×</source>
        <translation>{values}，计入 {counted} 次</translation>
    </message>
    <message>
        <source>{ngram}: not in the translation</source>
        <translation>{ngram}：译文中没有</translation>
    </message>
    <message>
        <source>{ngram}: not in the reference, no match</source>
        <translation>{ngram}：参考译文中没有，不匹配</translation>
    </message>
    <message>
        <source>{values}; this one has no match left</source>
        <translation>{values}；这一处已没有可匹配的</translation>
    </message>
    <message>
        <source>{values}; this one is surplus (clipped)</source>
        <translation>{values}；这一处超出次数（被截断）</translation>
    </message>
    <message>
        <source>1-gram</source>
        <translation>1-gram</translation>
    </message>
    <message>
        <source>2-gram</source>
        <translation>2-gram</translation>
    </message>
    <message>
        <source>3-gram</source>
        <translation>3-gram</translation>
    </message>
    <message>
        <source>4-gram</source>
        <translation>4-gram</translation>
    </message>
    <message>
        <source>{order}: the translation is too short to have one</source>
        <translation>{order}：译文太短，一个也没有</translation>
    </message>
    <message>
        <source>{order}: 0 of {total} match; smoothed (exp) to {precision} % instead of 0</source>
        <translation>{order}：{total} 个中匹配 0 个；经平滑 (exp) 取精确率 {precision} %，而不是 0</translation>
    </message>
    <message>
        <source>{order}: {matched} of {total} match, precision {precision} %</source>
        <translation>{order}：{total} 个中匹配 {matched} 个，精确率 {precision} %</translation>
    </message>
    <message>
        <source>c = {c} ≥ r = {r}: BP = 1</source>
        <translation>c = {c} ≥ r = {r}，所以 BP = 1</translation>
    </message>
    <message>
        <source>c = 0: BP = 0</source>
        <translation>c = 0，所以 BP = 0</translation>
    </message>
    <message>
        <source>c = {c} &lt; r = {r}: BP = exp(1 − {r}/{c}) = {value}</source>
        <translation>c = {c} &lt; r = {r}：BP = exp(1 − {r}/{c}) = {value}</translation>
    </message>
    <message>
        <source>No word matches, so BLEU is 0.</source>
        <translation>没有一个词匹配，所以 BLEU 为 0。</translation>
    </message>
    <message>
        <source>{penalty} · {root} = {score}</source>
        <translation>{penalty} · {root} = {score}</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>已平滑</translation>
    </message>
    <message>
        <source>Smoothed: an order without a match would make the whole score 0, so the first such order counts as half a match, the next as a quarter, and so on: {orders}.</source>
        <translation>平滑：只要有一阶没有匹配，总分就会变成 0，所以第一个没有匹配的阶按半个匹配计，下一个按四分之一计，依此类推：{orders}。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>The translation has {words} words, so N = {highest} (effective order). headlight evaluate always takes N = 4: {corpus} for this sentence alone.</source>
        <translation>译文有 {words} 个词，所以 N = {highest}（有效阶数）。headlight evaluate 总是取 N = 4：单算这个句子为 {corpus}。</translation>
    </message>
    <message>
        <source>matches / total</source>
        <translation>匹配数 / 总数</translation>
    </message>
    <message>
        <source>precision p</source>
        <translation>精确率 p</translation>
    </message>
    <message>
        <source>matches of {n} words</source>
        <translation>{n} 个词的匹配</translation>
    </message>
    <message>
        <source>in the translation</source>
        <translation>译文中</translation>
    </message>
    <message>
        <source>in the reference</source>
        <translation>参考译文中</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>matches</source>
        <translation>匹配数</translation>
    </message>
    <message>
        <source>n-grams</source>
        <translation>n-gram 数</translation>
    </message>
    <message>
        <source>precision in %</source>
        <translation>精确率（%）</translation>
    </message>
</context>
<context>
    <name>branches</name>
    <message>
        <source>Compare with this run</source>
        <translation>与这次训练对比</translation>
    </message>
    <message>
        <source>Compare with this branch</source>
        <translation>与这个分支对比</translation>
    </message>
    <message>
        <source>Sum of the log-probabilities of its tokens, in nats</source>
        <translation>各词元对数概率之和，以 nat 计</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Own target</source>
        <translation>自定目标句</translation>
    </message>
    <message>
        <source>{title} · {text}</source>
        <translation>{title} · {text}</translation>
    </message>
    <message>
        <source>{label}, log-probability {number} nats</source>
        <translation>{label}，对数概率 {number} nat</translation>
    </message>
</context>
<context>
    <name>caption</name>
    <message>
        <source>linear scale</source>
        <translation>线性刻度</translation>
    </message>
    <message>
        <source>square-root scale</source>
        <translation>平方根刻度</translation>
    </message>
    <message>
        <source>logarithmic scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>coloured by kind</source>
        <translation>按注意力种类着色</translation>
    </message>
    <message>
        <source>colours: {name}</source>
        <translation>配色：{name}</translation>
    </message>
    <message>
        <source>colours: grey</source>
        <translation>配色：灰度</translation>
    </message>
    <message>
        <source>all {layers} × {heads} heads</source>
        <translation>全部 {layers} × {heads} 个头</translation>
    </message>
    <message>
        <source>difference from {sentence}</source>
        <translation>与 {sentence} 的差值</translation>
    </message>
    <message>
        <source>word alignment by the predicted row</source>
        <translation>按预测行的词对齐</translation>
    </message>
    <message>
        <source>word alignment by the input row</source>
        <translation>按输入行的词对齐</translation>
    </message>
    <message>
        <source>special tokens hidden</source>
        <translation>特殊词元已隐藏</translation>
    </message>
    <message>
        <source>special tokens hidden, rows renormalised</source>
        <translation>特殊词元已隐藏，各行已重新归一化</translation>
    </message>
    <message>
        <source>subwords merged</source>
        <translation>子词合并为词</translation>
    </message>
    <message>
        <source>up to row {number} of {all}</source>
        <translation>到第 {number} 行为止，共 {all} 行</translation>
    </message>
</context>
<context>
    <name>checks</name>
    <message>
        <source>Weights are finite</source>
        <translation>权重都是有限值</translation>
    </message>
    <message>
        <source>Activations are finite</source>
        <translation>激活值都是有限值</translation>
    </message>
    <message>
        <source>Future tokens are hidden</source>
        <translation>未来的词元不可见</translation>
    </message>
    <message>
        <source>Padding is ignored</source>
        <translation>填充不起作用</translation>
    </message>
    <message>
        <source>Targets are shifted by one</source>
        <translation>目标句错开一位</translation>
    </message>
    <message>
        <source>The source is used</source>
        <translation>用到了源句</translation>
    </message>
    <message>
        <source>Positions are used</source>
        <translation>用到了位置</translation>
    </message>
    <message>
        <source>The cache changes nothing</source>
        <translation>缓存不改变结果</translation>
    </message>
    <message>
        <source>Rows sum to 1</source>
        <translation>每行之和为 1</translation>
    </message>
    <message>
        <source>No dead heads</source>
        <translation>没有失效的头</translation>
    </message>
    <message>
        <source>No saturated heads</source>
        <translation>没有饱和的头</translation>
    </message>
    <message>
        <source>Embeddings are tied as configured</source>
        <translation>词嵌入共享与配置一致</translation>
    </message>
    <message>
        <source>Its own task is solved</source>
        <translation>完成自身的任务</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>不适用</translation>
    </message>
    <message>
        <source>No weight may be NaN or infinite: a single one corrupts everything computed after it.</source>
        <translation>权重中不能有 NaN 或无穷大：只要有一个，之后算出的一切都会出错。</translation>
    </message>
    <message>
        <source>No module output for a sentence may be NaN or infinite.</source>
        <translation>各模块对一个句子的计算结果不能是 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>Padding added to a source and a target must not change the logits of their tokens.</source>
        <translation>在源句和目标句之后加填充，不能改变其中词元的 logit。</translation>
    </message>
    <message>
        <source>The decoder predicts the next token; given random input tokens, it should not simply repeat its input.</source>
        <translation>解码器预测的是下一个词元；输入随机词元时，它不应只是重复刚输入的那个。</translation>
    </message>
    <message>
        <source>With another source, predictions for the same target must differ; the number is the share of the probability that moves to other tokens.</source>
        <translation>换一个源句，对同一目标句的预测应当不同；数值是转移到其他词元上的概率所占的比例。</translation>
    </message>
    <message>
        <source>Changing a target token must not change any earlier logit: the decoder must not see the token that it has to predict.</source>
        <translation>改动目标句的一个词元时，它之前的 logit 都不应变化：解码器不能看到它要预测的内容。</translation>
    </message>
    <message>
        <source>The same tokens in another order must give different predictions; the number is the share of the probability that moves to other tokens.</source>
        <translation>同样的词元换一种顺序，预测应当不同；数值是转移到其他词元上的概率所占的比例。</translation>
    </message>
    <message>
        <source>Decoding token by token with cached keys and values must give the same logits as all tokens at once.</source>
        <translation>利用缓存的键和值逐词元解码，得到的 logit 必须与一次计算全部词元时相同。</translation>
    </message>
    <message>
        <source>The weights of every query must sum to 1 over its keys.</source>
        <translation>每个查询对各个键的权重之和必须为 1。</translation>
    </message>
    <message>
        <source>The output projection is the target embedding if the configuration says so, and a separate table otherwise.</source>
        <translation>配置规定共享时，输出投影就是目标端的词嵌入；否则是单独的一张表。</translation>
    </message>
    <message>
        <source>Usually diverged training: learning rate too high, no warm-up, or overflow in 16-bit numbers.</source>
        <translation>通常是训练发散：学习率过高、没有预热，或 16 位数值溢出。</translation>
    </message>
    <message>
        <source>Usually weights that grew without bound, a fully masked row, or a division by a value that can be 0.</source>
        <translation>通常是权重无限增大、某一行被全部掩蔽，或除以可能为 0 的数。</translation>
    </message>
    <message>
        <source>Usually a missing or inverted causal mask (True where it should be False), or one not passed to every layer.</source>
        <translation>通常是没有因果掩码、因果掩码取反（该为 False 处为 True），或没有传给每一层。</translation>
    </message>
    <message>
        <source>Usually a padding mask that is missing, has the wrong shape, or is not passed to the encoder or cross-attention.</source>
        <translation>通常是没有填充掩码、掩码形状不对，或没有传给编码器或交叉注意力。</translation>
    </message>
    <message>
        <source>Usually a loss that compares with the input tokens instead of the tokens shifted by one; or tied embeddings that have not learned anything yet.</source>
        <translation>通常是损失与输入的词元本身比较，而不是与后一位的词元比较；也可能是共享的词嵌入还什么都没学到。</translation>
    </message>
    <message>
        <source>Usually encoder output that is not passed on, a value projection of zeros, or a decoder that learned only the target language.</source>
        <translation>通常是编码器的输出没有传下去、值投影全为零，或解码器只学会了目标语言。</translation>
    </message>
    <message>
        <source>Usually positional encodings that are never added, are added after the layers, or are too small beside embeddings scaled twice.</source>
        <translation>通常是位置编码从未加上、在各层之后才加，或与缩放了两次的词嵌入相比太小。</translation>
    </message>
    <message>
        <source>Usually a wrong position index, keys that are dropped or cached twice, or a mask of the wrong length.</source>
        <translation>通常是位置编号错误、键被丢弃或重复缓存，或掩码长度不对。</translation>
    </message>
    <message>
        <source>Usually a softmax over the wrong axis, a mask that is applied after it, or dropout that is still on.</source>
        <translation>通常是 softmax 的轴不对、掩码在它之后才应用，或 dropout 仍在起作用。</translation>
    </message>
    <message>
        <source>A head is dead if it gives all keys the same weight for every sentence, so that it only averages, or if its output is 0.</source>
        <translation>如果一个头对每个句子都给所有键相同的权重（只取平均），或它的输出为 0，它就是失效的头。</translation>
    </message>
    <message>
        <source>A head is saturated if nearly every row puts all its weight on one key: the gradient of its softmax is 0, so its queries and keys no longer learn.</source>
        <translation>如果一个头几乎每一行都把全部权重放在一个键上，它就饱和了：softmax 的梯度为 0，它的查询和键不再学习。</translation>
    </message>
    <message>
        <source>Translations of pairs of its own task must be as good as its training record states.</source>
        <translation>对自身任务的句对，译文必须与训练记录所示的一样好。</translation>
    </message>
    <message>
        <source>Usually queries, keys, values or columns of W_O that became 0, by weight decay or by pruning; or a head that has learned nothing yet.</source>
        <translation>通常是查询、键、值或 W_O 的列因权重衰减或剪枝变成了 0；或这个头还什么都没有学到。</translation>
    </message>
    <message>
        <source>Usually scores that are too large: no division by √d_k, weights that were scaled twice, or a learning rate that was too high.</source>
        <translation>通常是分数过大：没有除以 √d_k、权重缩放了两次，或学习率过高。</translation>
    </message>
    <message>
        <source>Usually a table that was copied instead of shared, or a file in which one of the two is missing or old.</source>
        <translation>通常是表被复制而不是共享，或文件中两者之一缺失或过时。</translation>
    </message>
    <message>
        <source>Usually weights that were loaded into another architecture (number of heads, pre-norm or post-norm, positions, scale of the embedding), or rows in another order than the vocabulary.</source>
        <translation>通常是权重载入了另一种结构（头数、前归一化或后归一化、位置编码、词嵌入的缩放），或各行的顺序与词表不同。</translation>
    </message>
    <message>
        <source>NaN or ∞ in {number} of {total} tensors</source>
        <translation>{total} 个张量中有 {number} 个含 NaN 或 ∞</translation>
    </message>
    <message>
        <source>NaN or ∞ from {number} of {total} modules</source>
        <translation>{total} 个模块中有 {number} 个给出 NaN 或 ∞</translation>
    </message>
    <message>
        <source>{number} of {total} heads</source>
        <translation>{total} 个头中有 {number} 个</translation>
    </message>
    <message>
        <source>logits change by {number} (limit {limit})</source>
        <translation>logit 变化 {number}（上限 {limit}）</translation>
    </message>
    <message>
        <source>off by {number} (limit {limit})</source>
        <translation>相差 {number}（上限 {limit}）</translation>
    </message>
    <message>
        <source>the two tables differ by {number}</source>
        <translation>两张表相差 {number}</translation>
    </message>
    <message>
        <source>{number} % of the probability moves (at least {limit} %)</source>
        <translation>{number} % 的概率发生转移（下限 {limit} %）</translation>
    </message>
    <message>
        <source>{number} % of the steps repeat their input (limit {limit} %)</source>
        <translation>{number} % 的步骤重复输入的词元（上限 {limit} %）</translation>
    </message>
    <message>
        <source>{number} % of the translations are exact (at least {limit} %)</source>
        <translation>{number} % 的译文完全正确（下限 {limit} %）</translation>
    </message>
    <message>
        <source>BLEU {number} (at least {limit})</source>
        <translation>BLEU {number}（下限 {limit}）</translation>
    </message>
    <message>
        <source>This model has no encoder, and so no source.</source>
        <translation>这个模型没有编码器，因此没有源句。</translation>
    </message>
    <message>
        <source>This model has no decoder: it reads all tokens at once and does not generate token by token.</source>
        <translation>这个模型没有解码器：它一次读入所有词元，没有逐个生成的过程。</translation>
    </message>
    <message>
        <source>No head has more than one key to choose from.</source>
        <translation>每个头都只有一个键，无从选择。</translation>
    </message>
    <message>
        <source>This model has no positions, as configured.</source>
        <translation>该模型没有位置编码，与配置一致。</translation>
    </message>
    <message>
        <source>This model reads too few tokens for this check.</source>
        <translation>该模型能读的词元太少，无法做这项检查。</translation>
    </message>
    <message>
        <source>None of the test sentences for this model has two different words.</source>
        <translation>用来检查该模型的句子中，没有一句含两个不同的词。</translation>
    </message>
    <message>
        <source>These heads give nearly all their weight to the first or last key in every row of every sentence. Many trained models have such heads; they can often be removed.</source>
        <translation>这些头在每个句子的每一行中，几乎把全部权重都给了第一个键或最后一个键。许多训练好的模型都有这样的头，往往可以去掉。</translation>
    </message>
    <message>
        <source>There is a change, but predictions hardly differ, as in models that have learned little.</source>
        <translation>有变化，但预测几乎不变：还没有学到多少的模型就是这样。</translation>
    </message>
    <message>
        <source>All gains of each normalisation are equal, as in an untrained model; an untrained model can show this without being broken.</source>
        <translation>每个归一化层的增益都完全相同，就像从未训练过的模型：这样的模型出现这种情况并不说明它坏了。</translation>
    </message>
    <message>
        <source>They are tied, as configured.</source>
        <translation>两者共享，与配置一致。</translation>
    </message>
    <message>
        <source>They are not tied, as configured.</source>
        <translation>两者不共享，与配置一致。</translation>
    </message>
    <message>
        <source>Both tables hold the same values, but the configuration says they are separate: they would diverge in training.</source>
        <translation>两张表的数值相同，但配置说它们是两张：训练时它们会逐渐分开。</translation>
    </message>
    <message>
        <source>The output of these heads is 0: their values or their columns of W_O are 0.</source>
        <translation>这些头的输出为 0：它们的值或它们在 W_O 中的列为 0。</translation>
    </message>
    <message>
        <source>This model has no built-in task, and so no sentence pairs to score it on.</source>
        <translation>这个模型没有内置任务，因此没有可用来评分的句对。</translation>
    </message>
    <message>
        <source>The training record contains no score to compare with: the model may have learned little.</source>
        <translation>训练记录中没有可比较的得分：模型可能只学到很少。</translation>
    </message>
    <message>
        <source>{number} of {total} bad</source>
        <translation>{total} 中有 {number} 个异常</translation>
    </message>
    <message>
        <source>Skipped, because “{check}” failed.</source>
        <translation>“{check}”未通过，因此跳过这项检查。</translation>
    </message>
    <message>
        <source>encoder {layer}.{head}</source>
        <translation>编码器 {layer}.{head}</translation>
    </message>
    <message>
        <source>decoder {layer}.{head}</source>
        <translation>解码器 {layer}.{head}</translation>
    </message>
    <message>
        <source>cross {layer}.{head}</source>
        <translation>交叉 {layer}.{head}</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查项</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>checking …</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>If this fails: {cause}</source>
        <translation>如果未通过：{cause}</translation>
    </message>
    <message>
        <source>Nothing was measured, so there is no picture.</source>
        <translation>没有测量，所以没有图。</translation>
    </message>
    <message>
        <source>The picture appears after the check.</source>
        <translation>检查完成后会显示图。</translation>
    </message>
    <message>
        <source>Affected: {names}.</source>
        <translation>涉及：{names}。</translation>
    </message>
    <message>
        <source>Affected: {names} and {more} more.</source>
        <translation>涉及：{names}，以及另外 {more} 个。</translation>
    </message>
    <message>
        <source>NaN and ∞ in the weights</source>
        <translation>权重中的 NaN 和 ∞</translation>
    </message>
    <message>
        <source>row: part of the network, column: its layer</source>
        <translation>行：网络的部件，列：所在的层</translation>
    </message>
    <message>
        <source>Each cell: number of weights in a part that are NaN or ∞.</source>
        <translation>每格是一个部件中为 NaN 或 ∞ 的权重个数。</translation>
    </message>
    <message>
        <source>NaN and ∞ from each part</source>
        <translation>各部件输出的 NaN 和 ∞</translation>
    </message>
    <message>
        <source>Each cell: number of NaN or ∞ outputs of a part, over all sentences.</source>
        <translation>每格是一个部件在所有句子中输出的 NaN 或 ∞ 的个数。</translation>
    </message>
    <message>
        <source>Effect of changing a token</source>
        <translation>换一个词元会改变什么</translation>
    </message>
    <message>
        <source>row: position of the logits, column: changed token</source>
        <translation>行：logit 的位置，列：被改动的词元</translation>
    </message>
    <message>
        <source>Each cell: how much the logits of its row change when the token of its column is changed. Above the diagonal the changed token comes later, so all cells must be 0.</source>
        <translation>每格表示：把该列的词元换成另一个时，该行的 logit 最多变化多少。对角线上方被改动的词元在后面，所以必须全为 0。</translation>
    </message>
    <message>
        <source>Effect of padding</source>
        <translation>填充会改变什么</translation>
    </message>
    <message>
        <source>row: sentence, column: position in it</source>
        <translation>行：句子，列：句中的位置</translation>
    </message>
    <message>
        <source>Each cell: how much the logits of a position change when padding is added. The colour scale ends at the limit.</source>
        <translation>每格表示：加上填充后，该位置的 logit 最多变化多少。颜色到限值为止。</translation>
    </message>
    <message>
        <source>Effect of the cache</source>
        <translation>缓存会改变什么</translation>
    </message>
    <message>
        <source>row: sentence, column: step</source>
        <translation>行：句子，列：步</translation>
    </message>
    <message>
        <source>Each cell: how much the logits of a step differ from those of all tokens at once. The colour scale ends at the limit.</source>
        <translation>每格表示：该步的 logit 与一次算完所有词元的结果相差多少。颜色到限值为止。</translation>
    </message>
    <message>
        <source>Next-token probabilities after each input token</source>
        <translation>每个输入词元之后下一个词元的概率</translation>
    </message>
    <message>
        <source>row: input token, column: possible next token</source>
        <translation>行：输入的词元，列：可能输出的词元</translation>
    </message>
    <message>
        <source>Each cell: probability of its column&apos;s token after its row&apos;s token. On the diagonal the input token is repeated: a strong diagonal means copying.</source>
        <translation>每格是在该行词元之后输出该列词元的概率。对角线上是重复刚输入的词元：对角线颜色深就说明在照抄。</translation>
    </message>
    <message>
        <source>The same target with two sources</source>
        <translation>同一目标句，两个源句</translation>
    </message>
    <message>
        <source>row: best token of a step with its own source</source>
        <translation>行：每一步在自己的源句下最可能的词元</translation>
    </message>
    <message>
        <source>Probability of that token with its own and with another source, and the share of the probability that moves; for the sentence where it is smallest.</source>
        <translation>该词元在自己的源句和另一个源句下的概率，以及全部概率中转移的份额；取转移最少的句子。</translation>
    </message>
    <message>
        <source>The same tokens in two orders</source>
        <translation>同样的词元，两种顺序</translation>
    </message>
    <message>
        <source>row: best token of a position in its own order</source>
        <translation>行：每个位置在原来顺序下最可能的词元</translation>
    </message>
    <message>
        <source>Probability of that token in its own and in another order, and the share of the probability that moves; for the sentence where it is smallest.</source>
        <translation>该词元在原来的顺序和另一种顺序下的概率，以及全部概率中转移的份额；取转移最少的句子。</translation>
    </message>
    <message>
        <source>Weights and their sums, {head}</source>
        <translation>权重及其总和，{head}</translation>
    </message>
    <message>
        <source>row attends to column; the last column is the sum</source>
        <translation>行关注列；最后一列是总和</translation>
    </message>
    <message>
        <source>The head and the sentence in which a sum is farthest from 1.</source>
        <translation>总和离 1 最远的头和句子。</translation>
    </message>
    <message>
        <source>How far each head is from uniform</source>
        <translation>各头偏离均匀分布的程度</translation>
    </message>
    <message>
        <source>row: layer, column: head</source>
        <translation>行：层，列：头</translation>
    </message>
    <message>
        <source>Largest relative difference of a weight from the mean of its row: 0 = all keys get the same weight in every row of every sentence.</source>
        <translation>权重与所在行的平均值最多相差多少（相对于平均值）：0 = 在所有句子的每一行里，所有键得到的权重都相同。</translation>
    </message>
    <message>
        <source>Least weight each head gives to one key</source>
        <translation>各头给同一个键的最小权重</translation>
    </message>
    <message>
        <source>Smallest weight of the first (or last) key over all rows of all sentences: near 1 = the head never attends elsewhere.</source>
        <translation>第一个（或最后一个）键在所有句子所有行中的最小权重：接近 1 = 这个头从不关注别处。</translation>
    </message>
    <message>
        <source>Weight each head leaves to other keys</source>
        <translation>各头留给其他键的权重</translation>
    </message>
    <message>
        <source>Total weight of all keys except the largest, which only one row in five exceeds: 0 = nearly every row is on a single key.</source>
        <translation>除最大的键以外所有键的总权重，五行中只有一行超过该值：0 = 几乎每一行都只落在一个键上。</translation>
    </message>
    <message>
        <source>Output of each head</source>
        <translation>各头的输出</translation>
    </message>
    <message>
        <source>Each cell: largest output after W_O over all sentences, as a share of the largest in its layer: 0 = the head adds nothing.</source>
        <translation>每格是所有句子中经过 W_O 之后的最大输出与同层最大输出之比：0 = 这个头没有任何贡献。</translation>
    </message>
    <message>
        <source>How the two tables differ</source>
        <translation>两张表的差别</translation>
    </message>
    <message>
        <source>row: ids of tokens, column: dimensions</source>
        <translation>行：词元编号，列：维度</translation>
    </message>
    <message>
        <source>Each cell: largest difference between embedding and output projection in its block: 0 everywhere = identical values.</source>
        <translation>每格是该块中词嵌入与输出投影的最大差值：处处为 0 = 数值相同。</translation>
    </message>
    <message>
        <source>Probability of each right token</source>
        <translation>各个正确词元的概率</translation>
    </message>
    <message>
        <source>row: source, column: position in the target</source>
        <translation>行：源句，列：目标句中的位置</translation>
    </message>
    <message>
        <source>Each cell: probability of the right target token after the right tokens before it.</source>
        <translation>每格是在前面词元都正确时，正确的目标词元的概率。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>层外</translation>
    </message>
    <message>
        <source>own source</source>
        <translation>自己的源句</translation>
    </message>
    <message>
        <source>another source</source>
        <translation>另一个源句</translation>
    </message>
    <message>
        <source>own order</source>
        <translation>原来的顺序</translation>
    </message>
    <message>
        <source>another order</source>
        <translation>另一种顺序</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>转移</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>source embedding</source>
        <translation>源端词嵌入</translation>
    </message>
    <message>
        <source>target embedding</source>
        <translation>目标端词嵌入</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>self: sum, norm</source>
        <translation>自注意力：相加与归一化</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>cross: sum, norm</source>
        <translation>交叉：相加与归一化</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>feed: sum, norm</source>
        <translation>前馈：相加与归一化</translation>
    </message>
    <message>
        <source>whole layer</source>
        <translation>整层</translation>
    </message>
    <message>
        <source>encoder distances</source>
        <translation>编码器距离偏置</translation>
    </message>
    <message>
        <source>decoder distances</source>
        <translation>解码器距离偏置</translation>
    </message>
    <message>
        <source>encoder&apos;s norm</source>
        <translation>编码器最后的归一化</translation>
    </message>
    <message>
        <source>decoder&apos;s norm</source>
        <translation>解码器最后的归一化</translation>
    </message>
    <message>
        <source>before the output</source>
        <translation>输出前的变换</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>encoder {layer}</source>
        <translation>编码器 {layer}</translation>
    </message>
    <message>
        <source>decoder {layer}</source>
        <translation>解码器 {layer}</translation>
    </message>
    <message>
        <source>cross {layer}</source>
        <translation>交叉 {layer}</translation>
    </message>
    <message>
        <source>enc {layer}</source>
        <translation>编 {layer}</translation>
    </message>
    <message>
        <source>dec {layer}</source>
        <translation>解 {layer}</translation>
    </message>
    <message>
        <source>Problem cells are framed.</source>
        <translation>有问题的格子带框。</translation>
    </message>
    <message>
        <source>Hatched cells have no measurement.</source>
        <translation>画斜线的格子没有可测量的内容。</translation>
    </message>
    <message>
        <source>{value} · row {row}, column {column}</source>
        <translation>{value} · 行 {row}，列 {column}</translation>
    </message>
</context>
<context>
    <name>configuration</name>
    <message>
        <source>post-norm</source>
        <translation>后归一化</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>前归一化</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>学习得到</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>words</source>
        <translation>整词</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Number of layers in the encoder and in the decoder</source>
        <translation>编码器的层数，解码器的层数与之相同</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Attention heads per layer; they split the width</source>
        <translation>一层的注意力头数；各头平分宽度</translation>
    </message>
    <message>
        <source>width (d_model)</source>
        <translation>宽度 (d_model)</translation>
    </message>
    <message>
        <source>Size of a token&apos;s vector between layers</source>
        <translation>层与层之间表示一个词元的向量的维数</translation>
    </message>
    <message>
        <source>inner width (d_ff)</source>
        <translation>内部宽度 (d_ff)</translation>
    </message>
    <message>
        <source>Width inside the feed-forward networks</source>
        <translation>前馈网络内部的宽度</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>随机失活 (dropout)</translation>
    </message>
    <message>
        <source>Fraction of values set to zero during training, 0 … 1</source>
        <translation>训练时置为零的数所占的比例，0 … 1</translation>
    </message>
    <message>
        <source>longest sentence</source>
        <translation>最大句长</translation>
    </message>
    <message>
        <source>Only if the encoder has a different number of layers</source>
        <translation>仅当编码器的层数不同时填写；否则留空</translation>
    </message>
    <message>
        <source>Only if the decoder has a different number of layers</source>
        <translation>仅当解码器的层数不同时填写；否则留空</translation>
    </message>
    <message>
        <source>Only if it is not the width divided by the heads</source>
        <translation>仅当它不等于宽度除以头数时填写；否则留空</translation>
    </message>
    <message>
        <source>One more norm after each stack; usually only with pre-norm, whose sums grow</source>
        <translation>编码器和解码器之后各再加一次归一化；通常只用于前归一化，因为它的和会不断增大</translation>
    </message>
    <message>
        <source>Token embeddings are multiplied by the square root of the width</source>
        <translation>词嵌入乘以宽度的平方根</translation>
    </message>
    <message>
        <source>Scores are divided by the square root of the width of a head</source>
        <translation>分数除以头的宽度的平方根</translation>
    </message>
    <message>
        <source>Maximum vocabulary size for each language</source>
        <translation>每种语言词表的最大词元数</translation>
    </message>
    <message>
        <source>Weights shrink by this fraction times the learning rate at every update</source>
        <translation>每次更新时，权重缩小这个比例乘以学习率</translation>
    </message>
    <message>
        <source>Weight of the difference between two passes with different dropout; 0 = one pass</source>
        <translation>两次 dropout 不同的前向计算之差的权重；0 = 只算一次</translation>
    </message>
    <message>
        <source>Pairs to hold out if the corpus has no held-out pairs</source>
        <translation>语料自身没有留出部分时，另外划出的句对数</translation>
    </message>
    <message>
        <source>normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>How the model encodes token positions</source>
        <translation>模型怎样表示词元的位置</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Between the two halves of a feed-forward network</source>
        <translation>在前馈网络的两个线性层之间</translation>
    </message>
    <message>
        <source>tied embeddings</source>
        <translation>共享词嵌入</translation>
    </message>
    <message>
        <source>Target embedding and output layer share their weights</source>
        <translation>目标端词嵌入与输出层共用权重</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>tokens in a batch</source>
        <translation>每批词元数</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>The highest, reached after the warm-up</source>
        <translation>最高值，预热结束时达到</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Probability spread evenly over all tokens, including the correct one, 0 … 1</source>
        <translation>平均分给所有词元（包括正确词元）的概率份额，0 … 1</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>Maximum number of tokens in a sentence (max_len)</source>
        <translation>一个句子最多的词元数 (max_len)</translation>
    </message>
    <message>
        <source>A norm before each sublayer, or after it</source>
        <translation>归一化在每个子层之前，还是之后</translation>
    </message>
    <message>
        <source>layers of the encoder</source>
        <translation>编码器层数</translation>
    </message>
    <message>
        <source>layers of the decoder</source>
        <translation>解码器层数</translation>
    </message>
    <message>
        <source>width of a head (d_k)</source>
        <translation>头的宽度（d_k）</translation>
    </message>
    <message>
        <source>kind of norm</source>
        <translation>归一化的种类</translation>
    </message>
    <message>
        <source>LayerNorm, or RMSNorm, which has no mean and no bias</source>
        <translation>LayerNorm，或没有均值和偏置的 RMSNorm</translation>
    </message>
    <message>
        <source>epsilon of norms</source>
        <translation>归一化的 ε</translation>
    </message>
    <message>
        <source>Added to the variance in a norm</source>
        <translation>归一化时加到方差上的数</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>最后的归一化</translation>
    </message>
    <message>
        <source>scaled embedding</source>
        <translation>缩放词嵌入</translation>
    </message>
    <message>
        <source>norm after embedding</source>
        <translation>词嵌入后归一化</translation>
    </message>
    <message>
        <source>A norm after the positions have been added</source>
        <translation>加上位置之后再归一化</translation>
    </message>
    <message>
        <source>order of sinusoids</source>
        <translation>正弦的排列</translation>
    </message>
    <message>
        <source>Alternating sine and cosine, or sines, then cosines</source>
        <translation>正弦与余弦交替，或先正弦后余弦</translation>
    </message>
    <message>
        <source>closed sinusoids</source>
        <translation>闭合正弦</translation>
    </message>
    <message>
        <source>Sinusoids divide by d_model − 2 instead of d_model</source>
        <translation>正弦编码除以 d_model − 2，而不是 d_model</translation>
    </message>
    <message>
        <source>first position</source>
        <translation>首个位置</translation>
    </message>
    <message>
        <source>Row of the table for the first token</source>
        <translation>第一个词元得到表中的哪一行</translation>
    </message>
    <message>
        <source>relative buckets</source>
        <translation>相对位置桶数</translation>
    </message>
    <message>
        <source>Number of relative-position biases per head</source>
        <translation>每个头用于相对位置的偏置个数</translation>
    </message>
    <message>
        <source>relative distance</source>
        <translation>相对距离</translation>
    </message>
    <message>
        <source>Distances from here on share one bias</source>
        <translation>从哪个距离起共用一个偏置</translation>
    </message>
    <message>
        <source>scaled scores</source>
        <translation>缩放分数</translation>
    </message>
    <message>
        <source>gated feed-forward</source>
        <translation>门控前馈</translation>
    </message>
    <message>
        <source>Hidden values are multiplied by a gate</source>
        <translation>隐藏层的数值与门逐元素相乘</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Projections of attention and feed-forward have biases</source>
        <translation>注意力和前馈的投影带偏置</translation>
    </message>
    <message>
        <source>output bias</source>
        <translation>输出偏置</translation>
    </message>
    <message>
        <source>The output layer has a bias for every token</source>
        <translation>输出层为每个词元带一个偏置</translation>
    </message>
    <message>
        <source>output transform</source>
        <translation>输出变换</translation>
    </message>
    <message>
        <source>Before the output layer: a projection, the activation and a norm</source>
        <translation>输出层之前：一次投影、激活函数和一次归一化</translation>
    </message>
    <message>
        <source>shared embeddings</source>
        <translation>源与目标共用词嵌入</translation>
    </message>
    <message>
        <source>Source and target share one embedding table</source>
        <translation>源句和目标句共用一张词嵌入表</translation>
    </message>
    <message>
        <source>never predicted</source>
        <translation>从不预测</translation>
    </message>
    <message>
        <source>Ids of tokens that are never predicted</source>
        <translation>从不被预测的词元的编号</translation>
    </message>
    <message>
        <source>Passes over the whole corpus</source>
        <translation>遍历整个语料的次数</translation>
    </message>
    <message>
        <source>Upper limit: source, target and padding together</source>
        <translation>上限：源句、目标句与填充合计</translation>
    </message>
    <message>
        <source>Updates over which the learning rate rises from 0; at most half of all</source>
        <translation>学习率从零升起所用的更新次数，至多为全部更新的一半</translation>
    </message>
    <message>
        <source>How the learning rate decreases after the warm-up</source>
        <translation>预热之后学习率怎样下降</translation>
    </message>
    <message>
        <source>gradient clip</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>Larger gradient norms are scaled down to this</source>
        <translation>梯度范数超过此值时缩小到此值</translation>
    </message>
    <message>
        <source>label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>averaged epochs</source>
        <translation>平均轮数</translation>
    </message>
    <message>
        <source>Number of last epochs over which the final weights are averaged</source>
        <translation>最终权重取最后多少轮结束时权重的平均</translation>
    </message>
    <message>
        <source>patience</source>
        <translation>早停耐心</translation>
    </message>
    <message>
        <source>Epochs without a lower loss before stopping; 0 = never</source>
        <translation>损失连续多少轮没有改善就停止；0 = 从不</translation>
    </message>
    <message>
        <source>score every</source>
        <translation>评分间隔</translation>
    </message>
    <message>
        <source>Epochs between scores; 0 = no score</source>
        <translation>两次评分相隔多少轮；0 = 不评分</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Whole words, or learned subwords</source>
        <translation>整词，或学习得到的子词</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The same seed gives the same run</source>
        <translation>种子相同，训练就相同</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Of matrix products; automatic: bfloat16 where it pays off</source>
        <translation>矩阵乘积的精度；自动：值得时使用 bfloat16</translation>
    </message>
    <message>
        <source>with pre-norm</source>
        <translation>随前归一化</translation>
    </message>
    <message>
        <source>always</source>
        <translation>总是</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>alternating</source>
        <translation>正弦、余弦交替</translation>
    </message>
    <message>
        <source>sines, then cosines</source>
        <translation>先正弦，后余弦</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>存储的</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>inverse root</source>
        <translation>平方根倒数</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>R-Drop</source>
        <translation>R-Drop</translation>
    </message>
    <message>
        <source>held-out pairs</source>
        <translation>留出的句对</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>minimum count</source>
        <translation>最少出现次数</translation>
    </message>
    <message>
        <source>A word seen less often becomes &lt;unk&gt;</source>
        <translation>出现次数更少的词变为 &lt;unk&gt;</translation>
    </message>
    <message>
        <source>lower case</source>
        <translation>转为小写</translation>
    </message>
    <message>
        <source>Learn and read text in lower case</source>
        <translation>学习和读入的文本都转为小写</translation>
    </message>
</context>
<context>
    <name>curves</name>
    <message>
        <source>compared with {run}</source>
        <translation>对比：{run}</translation>
    </message>
    <message>
        <source>Update {update}, epoch {epoch}: loss {loss} nats per token, learning rate {rate}, gradient norm {norm}</source>
        <translation>第 {update} 次更新，第 {epoch} 轮：损失为每词元 {loss} nat，学习率 {rate}，梯度范数 {norm}</translation>
    </message>
    <message>
        <source>Values by update; a click shows that moment of the training</source>
        <translation>按更新次数显示的数值；单击可显示训练的那一时刻</translation>
    </message>
    <message>
        <source>validation loss {loss}</source>
        <translation>验证损失 {loss}</translation>
    </message>
    <message>
        <source>exact match {share}</source>
        <translation>完全匹配 {share}</translation>
    </message>
</context>
<context>
    <name>effects</name>
    <message>
        <source>standard error</source>
        <translation>标准误</translation>
    </message>
    <message>
        <source>random order {n}</source>
        <translation>随机顺序 {n}</translation>
    </message>
    <message>
        <source>least important first</source>
        <translation>最不重要的在前</translation>
    </message>
    <message>
        <source>{left} of {count} heads left: {score} · {order}</source>
        <translation>剩余 {left}/{count} 个头：{score} · {order}</translation>
    </message>
    <message>
        <source>heads left</source>
        <translation>剩余的头</translation>
    </message>
    <message>
        <source>Heads ordered on {ordering}; scored on others: {scoring}; {value}; pale: random orders</source>
        <translation>头的排序依据：{ordering}；评分依据另外的：{scoring}；{value}；浅色：随机顺序</translation>
    </message>
    <message>
        <source>Scores of the model with fewer and fewer heads</source>
        <translation>头越来越少时模型的得分</translation>
    </message>
    <message>
        <source>Ordering: {done} of {count} heads</source>
        <translation>正在排序：{done}/{count} 个头</translation>
    </message>
    <message>
        <source>Exact match</source>
        <translation>完全匹配</translation>
    </message>
    <message>
        <source>Exact matches in % over the number of heads left</source>
        <translation>完全匹配的百分比与剩余头数的关系</translation>
    </message>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>BLEU over the number of heads left</source>
        <translation>BLEU 与剩余头数的关系</translation>
    </message>
</context>
<context>
    <name>embedding</name>
    <message>
        <source>{rank}: {token} · id {id} · cosine similarity {value}</source>
        <translation>{rank}：{token} · 编号 {id} · 余弦相似度 {value}</translation>
    </message>
    <message>
        <source>special token</source>
        <translation>特殊词元</translation>
    </message>
    <message>
        <source>cosine similarity</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>Nearest tokens</source>
        <translation>最相近的词元</translation>
    </message>
    <message>
        <source>Tokens whose rows of the table are most similar</source>
        <translation>在词嵌入表中行最相近的词元</translation>
    </message>
    <message>
        <source>Into the model</source>
        <translation>模型输入</translation>
    </message>
    <message>
        <source>Token → id → row of the table, scaled, + position</source>
        <translation>词元 → 编号 → 表中的行，乘以系数，+ 位置</translation>
    </message>
    <message>
        <source>Out of the model</source>
        <translation>模型输出</translation>
    </message>
    <message>
        <source>Logits and softmax of a position</source>
        <translation>一个位置的 logit 与 softmax</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>The tokens that the encoder reads</source>
        <translation>编码器读入的词元</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>The tokens that the decoder reads</source>
        <translation>解码器读入的词元</translation>
    </message>
    <message>
        <source>Tokens entering the model</source>
        <translation>词元进入模型的过程</translation>
    </message>
    <message>
        <source>row of the table × √{d_model} = {scale}</source>
        <translation>表中的行 × √{d_model} = {scale}</translation>
    </message>
    <message>
        <source>positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>into the model</source>
        <translation>模型输入</translation>
    </message>
    <message>
        <source>normalised, into the model</source>
        <translation>归一化后进入模型</translation>
    </message>
    <message>
        <source>position {number}: {token}</source>
        <translation>位置 {number}：{token}</translation>
    </message>
    <message>
        <source>Values of the selected token</source>
        <translation>选中词元的数值</translation>
    </message>
    <message>
        <source>row {id} of the table</source>
        <translation>表的第 {id} 行</translation>
    </message>
    <message>
        <source>× √{d_model} = {scale}</source>
        <translation>× √{d_model} = {scale}</translation>
    </message>
    <message>
        <source>+ position {position}</source>
        <translation>+ 位置 {position}</translation>
    </message>
    <message>
        <source>= sum</source>
        <translation>= 和</translation>
    </message>
    <message>
        <source>= into the model</source>
        <translation>= 模型输入</translation>
    </message>
    <message>
        <source>normalised: into the model</source>
        <translation>归一化：进入模型</translation>
    </message>
    <message>
        <source>{token} · id {id} of {vocabulary} · position {position} · {d_model} dimensions</source>
        <translation>{token} · 编号 {id}（词表共 {vocabulary} 个） · 位置 {position} · {d_model} 维</translation>
    </message>
    <message>
        <source>position {position}: {token}</source>
        <translation>位置 {position}：{token}</translation>
    </message>
    <message>
        <source>{token}, dimension {dimension}: {steps}</source>
        <translation>{token}，第 {dimension} 维：{steps}</translation>
    </message>
    <message>
        <source>{scaled} + {position} (position {place}) = {sum}</source>
        <translation>{scaled} + {position}（位置 {place}） = {sum}</translation>
    </message>
    <message>
        <source>normalised: {value}</source>
        <translation>归一化后：{value}</translation>
    </message>
    <message>
        <source>At {read}: which token belongs here?</source>
        <translation>在{read}处：这里应是哪个词元？</translation>
    </message>
    <message>
        <source>After {fed}: which token comes next?</source>
        <translation>{fed}之后：下一个词元是什么？</translation>
    </message>
    <message>
        <source>position {number}, after {token}</source>
        <translation>位置 {number}，{token} 之后</translation>
    </message>
    <message>
        <source>Logits and softmax</source>
        <translation>logit 与 softmax</translation>
    </message>
    <message>
        <source>{count} logits: the encoder’s vector times each row of the output projection. {token} has rank {rank}.</source>
        <translation>{count} 个 logit：编码器的向量乘以输出投影的每一行。{token}排第 {rank}。</translation>
    </message>
    <message>
        <source>{count} logits: the decoder’s vector times each row of the target embedding (tied). Next token: {token}, rank {rank}.</source>
        <translation>{count} 个 logit：解码器的向量与目标端词嵌入的每一行相乘（共享权重）。下一个词元是{token}：排名 {rank}。</translation>
    </message>
    <message>
        <source>{count} logits: the decoder’s vector times each row of the output projection. Next token: {token}, rank {rank}.</source>
        <translation>{count} 个 logit：解码器的向量与输出投影的每一行相乘。下一个词元是{token}：排名 {rank}。</translation>
    </message>
    <message>
        <source>{token} · rank {rank} · logit {logit} · probability {probability}</source>
        <translation>{token} · 排名 {rank} · logit {logit} · 概率 {probability}</translation>
    </message>
    <message>
        <source>{values} · next token</source>
        <translation>{values} · 下一个词元</translation>
    </message>
    <message>
        <source>the other {count} tokens</source>
        <translation>其余 {count} 个词元</translation>
    </message>
    <message>
        <source>the other {count} tokens together: {probability}</source>
        <translation>其余 {count} 个词元合计：{probability}</translation>
    </message>
    <message>
        <source>logit z</source>
        <translation>logit z</translation>
    </message>
    <message>
        <source>softmax p (sum 1)</source>
        <translation>softmax p（总和为 1）</translation>
    </message>
    <message>
        <source>histogram of {count} logits (log)</source>
        <translation>{count} 个 logit 的直方图（对数）</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>tokens with a logit from {low} to {high}: {count}</source>
        <translation>logit 在 {low} 到 {high} 之间的词元：{count} 个</translation>
    </message>
    <message>
        <source>row of the table</source>
        <translation>表中的行</translation>
    </message>
    <message>
        <source>Nearest to {token}: cosine similarity</source>
        <translation>与 {token} 最相近的词元：余弦相似度</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>选中</translation>
    </message>
</context>
<context>
    <name>experiments</name>
    <message>
        <source>This run is inconclusive: either the unchanged model did not learn the task, or the difference is too small to count and too large to call the models equal.</source>
        <translation>这次的结果没有定论：要么未改动的模型也没有学会任务，要么两者相差不大不小，既不能说不同，也不能说相同。</translation>
    </message>
    <message>
        <source>In this run both models did equally well.</source>
        <translation>这一次，两个模型一样好。</translation>
    </message>
    <message>
        <source>In this run both models learned the task, the changed one later.</source>
        <translation>这一次，两个模型都学会了，改动过的学得较慢。</translation>
    </message>
    <message>
        <source>In this run the changed model learned less well.</source>
        <translation>这一次，改动过的模型学得较差。</translation>
    </message>
    <message>
        <source>In this run the changed model learned hardly anything.</source>
        <translation>这一次，改动过的模型几乎什么也没学到。</translation>
    </message>
    <message>
        <source>In this run the changed model had the lower loss and the worse score.</source>
        <translation>这一次，改动过的模型损失较低，评分却较差。</translation>
    </message>
    <message>
        <source>In this run the changed model did better.</source>
        <translation>这一次，改动过的模型更好。</translation>
    </message>
</context>
<context>
    <name>file_dialogs</name>
    <message>
        <source>Save model as</source>
        <translation>模型另存为</translation>
    </message>
    <message>
        <source>Open sentence pairs (.tsv)</source>
        <translation>打开句对 (.tsv)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>PDF pages (*.pdf)</source>
        <translation>PDF 页面 (*.pdf)</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npz)</source>
        <translation>NumPy 数组 (*.npz)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔的文本 (*.csv)</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Save picture as</source>
        <translation>图片另存为</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Save values as</source>
        <translation>数值另存为</translation>
    </message>
    <message>
        <source>Save report as</source>
        <translation>报告另存为</translation>
    </message>
    <message>
        <source>Videos (*.mp4)</source>
        <translation>视频 (*.mp4)</translation>
    </message>
    <message>
        <source>Animated GIFs (*.gif)</source>
        <translation>动图 (*.gif)</translation>
    </message>
    <message>
        <source>Save animation as</source>
        <translation>动画另存为</translation>
    </message>
    <message>
        <source>Open pairs (.tsv), or source sentences</source>
        <translation>打开句对 (.tsv) 或源句文件</translation>
    </message>
    <message>
        <source>Open the matching target sentences</source>
        <translation>打开与之对应的目标句文件</translation>
    </message>
    <message>
        <source>Sentence pairs (*.tsv *.tsv.gz)</source>
        <translation>句对 (*.tsv *.tsv.gz)</translation>
    </message>
    <message>
        <source>Sessions (*.headlight)</source>
        <translation>会话 (*.headlight)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Look in:</source>
        <translation>查找位置：</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>Models (*.safetensors)</source>
        <translation>模型 (*.safetensors)</translation>
    </message>
    <message>
        <source>All supported files ({patterns})</source>
        <translation>所有支持的文件 ({patterns})</translation>
    </message>
    <message>
        <source>Exported runs (*.zip)</source>
        <translation>导出的训练 (*.zip)</translation>
    </message>
    <message>
        <source>Open session, model or run</source>
        <translation>打开会话、模型或训练</translation>
    </message>
    <message>
        <source>Import model from folder</source>
        <translation>从文件夹导入模型</translation>
    </message>
    <message>
        <source>Save session with its model as</source>
        <translation>会话连同模型另存为</translation>
    </message>
    <message>
        <source>Save session as</source>
        <translation>会话另存为</translation>
    </message>
    <message>
        <source>Lessons (*.md)</source>
        <translation>课程 (*.md)</translation>
    </message>
    <message>
        <source>Save scenes as a lesson</source>
        <translation>将场景保存为课程</translation>
    </message>
    <message>
        <source>Archives (*.zip)</source>
        <translation>压缩文件 (*.zip)</translation>
    </message>
    <message>
        <source>Export run as</source>
        <translation>训练导出为</translation>
    </message>
</context>
<context>
    <name>focus_help</name>
    <message>
        <source>↑ and ↓ choose a run, Return shows it, Space compares with it.</source>
        <translation>↑ 和 ↓ 选择训练，回车显示它，空格与它对比。</translation>
    </message>
    <message>
        <source>Return translates the sentence; Ctrl+Z undoes a change.</source>
        <translation>回车键翻译句子；Ctrl+Z 撤销改动。</translation>
    </message>
    <message>
        <source>The arrow keys, Home, End, Page up and Page down move between cells, Esc leaves them; the bottom line of the window shows the exact weight. + and − zoom, 0 fits.</source>
        <translation>方向键、Home、End、Page Up 和 Page Down 在单元格间移动，Esc 离开单元格；窗口底部的一行给出精确权重。+ 和 − 缩放，0 显示全部。</translation>
    </message>
    <message>
        <source>The arrow keys, Home, End, Page up and Page down move between the items of the picture; the bottom line of the window describes the item.</source>
        <translation>方向键、Home、End、Page Up 和 Page Down 在图中各项之间移动；窗口底部的一行说明该项。</translation>
    </message>
    <message>
        <source>↑ and ↓ choose a token, ← and → the side; Esc clears the selection.</source>
        <translation>↑ 和 ↓ 选择词元，← 和 → 换边；Esc 取消选择。</translation>
    </message>
    <message>
        <source>← and → choose a key token, ↑ and ↓ a query token; Esc clears the selection.</source>
        <translation>← 和 → 选择键词元，↑ 和 ↓ 选择查询词元；Esc 取消选择。</translation>
    </message>
    <message>
        <source>←, →, Home and End choose a step.</source>
        <translation>用 ←、→、Home 和 End 选择一步。</translation>
    </message>
    <message>
        <source>↑ and ↓ read out values; Return continues with the token as a branch.</source>
        <translation>↑ 和 ↓ 读出数值，回车键用该词元继续解码，成为一个分支。</translation>
    </message>
    <message>
        <source>↑ and ↓ choose a branch, Return goes there, Space compares, F2 renames, Del deletes.</source>
        <translation>↑ 和 ↓ 选择分支，回车键转到该分支，空格键比较，F2 重命名，Del 删除。</translation>
    </message>
    <message>
        <source>The arrow keys choose a block, Page up and Page down a layer; Return opens the tab that explains the block.</source>
        <translation>方向键选择模块，Page Up 和 Page Down 选择层；回车键打开讲解这个模块的标签页。</translation>
    </message>
    <message>
        <source>The arrow keys, Home, End, Page up and Page down choose a head; X switches it off or on, the menu key lists other changes.</source>
        <translation>方向键、Home、End、Page Up 和 Page Down 选择一个头；X 关闭或恢复它，菜单键列出其他改动。</translation>
    </message>
    <message>
        <source>←, →, Home and End read out points; Return goes to that moment of a training.</source>
        <translation>←、→、Home、End 读出各点；回车跳到训练的那一时刻。</translation>
    </message>
    <message>
        <source>↑ and ↓ choose, Alt+↓ opens the list, Esc closes it.</source>
        <translation>↑ 和 ↓ 选择，Alt+↓ 打开列表，Esc 关闭列表。</translation>
    </message>
    <message>
        <source>Type a number, or ↑ and ↓ change it.</source>
        <translation>输入一个数，或用 ↑ 和 ↓ 改变它。</translation>
    </message>
    <message>
        <source>←, →, Home, End, Page up and Page down move it.</source>
        <translation>用 ←、→、Home、End、Page Up 和 Page Down 移动它。</translation>
    </message>
    <message>
        <source>Tab goes from address to address, Return opens one in the browser.</source>
        <translation>Tab 键在各网址间移动，回车在浏览器中打开。</translation>
    </message>
    <message>
        <source>Tab goes from link to link, Return opens the tab.</source>
        <translation>Tab 键在链接间移动，回车键打开标签页。</translation>
    </message>
    <message>
        <source>← and → go to the neighbouring tabs.</source>
        <translation>← 和 → 转到相邻的标签页。</translation>
    </message>
    <message>
        <source>Space presses it.</source>
        <translation>空格键按下它。</translation>
    </message>
    <message>
        <source>Type here; Return confirms.</source>
        <translation>在此输入；回车键确认输入。</translation>
    </message>
    <message>
        <source>↑, ↓, Home, End, Page up and Page down choose a row.</source>
        <translation>用 ↑、↓、Home、End、Page Up 和 Page Down 选择一行。</translation>
    </message>
    <message>
        <source>The arrow keys, Page up and Page down scroll it.</source>
        <translation>用方向键、Page Up 和 Page Down 滚动。</translation>
    </message>
</context>
<context>
    <name>forcing</name>
    <message>
        <source>decoder reads</source>
        <translation>解码器读入</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>model’s prediction</source>
        <translation>模型的预测</translation>
    </message>
    <message>
        <source>loss (nats)</source>
        <translation>损失 (nat)</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>{target} – typed by you</source>
        <translation>{target} – 由你输入</translation>
    </message>
    <message>
        <source>position {position}: after {fed}, expected {expected}: probability {probability}, loss −ln p = {loss} nats; model’s prediction: {predicted}</source>
        <translation>位置 {position}：{fed}之后期望{expected}，概率 {probability}，损失 −ln p = {loss} nat；模型的预测：{predicted}</translation>
    </message>
    <message>
        <source>With the {count} padding positions the mean would be {mean} nats, {share} % of it from padding: the model would learn to write &lt;pad&gt;.</source>
        <translation>若计入 {count} 个填充位置，平均为 {mean} nat，其中 {share} % 来自填充：模型就会学着写 &lt;pad&gt;。</translation>
    </message>
    <message>
        <source>position {position}: padding – no expected token, so its loss ({loss}) is ignored</source>
        <translation>位置 {position}：填充，没有期望的词元，所以它的损失（{loss}）不计入</translation>
    </message>
    <message>
        <source>batch mean {value}</source>
        <translation>整批平均 {value}</translation>
    </message>
    <message>
        <source>{target} – built-in reference; type another and press Enter</source>
        <translation>{target} – 自带的参考译文；可输入别的，按回车键</translation>
    </message>
    <message>
        <source>{target} – the model’s own output; type another and press Enter</source>
        <translation>{target} – 模型自己的输出；可输入别的，按回车键</translation>
    </message>
    <message>
        <source>Mean over the {count} counted positions: {mean} nats.</source>
        <translation>计入的 {count} 个位置的平均：{mean} nat。</translation>
    </message>
    <message>
        <source>This batch has no padding.</source>
        <translation>这个批次没有填充。</translation>
    </message>
    <message>
        <source>Training had no label smoothing.</source>
        <translation>训练时没有标签平滑。</translation>
    </message>
    <message>
        <source>This is the loss without label smoothing; training used label smoothing {value}.</source>
        <translation>这是不含标签平滑的损失；训练时使用了标签平滑 {value}。</translation>
    </message>
    <message>
        <source>loss in nats, by expected token</source>
        <translation>损失（nat），按期望的词元</translation>
    </message>
</context>
<context>
    <name>guide</name>
    <message>
        <source>en</source>
        <translation>zh</translation>
    </message>
</context>
<context>
    <name>html</name>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>编码器自注意力</translation>
    </message>
    <message>
        <source>Decoder self-attention</source>
        <translation>解码器自注意力</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Kind of attention</source>
        <translation>注意力的种类</translation>
    </message>
    <message>
        <source>All heads: one row per layer</source>
        <translation>所有头：每层一行</translation>
    </message>
    <message>
        <source>Layer {layer}</source>
        <translation>第 {layer} 层</translation>
    </message>
    <message>
        <source>Head {head}</source>
        <translation>第 {head} 头</translation>
    </message>
    <message>
        <source>Layer {layer} · head {head}</source>
        <translation>第 {layer} 层 · 第 {head} 头</translation>
    </message>
    <message>
        <source>row attends to column</source>
        <translation>行关注列</translation>
    </message>
    <message>
        <source>row (input → predicted) attends to column</source>
        <translation>行（输入 → 预测）关注列</translation>
    </message>
    <message>
        <source>“{query}” attends to “{key}”: {value} · {place}</source>
        <translation>“{query}”关注“{key}”：{value} · {place}</translation>
    </message>
    <message>
        <source>“{query}” may not attend to “{key}”: masked</source>
        <translation>“{query}”不能关注“{key}”：已掩蔽</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩蔽</translation>
    </message>
    <message>
        <source>{count} of {rows} rows do not sum to 1: their sums are {lowest} to {highest}.</source>
        <translation>{rows} 行中有 {count} 行的权重之和不等于 1：这些和在 {lowest} 到 {highest} 之间。</translation>
    </message>
    <message>
        <source>Colours from 0 to 1</source>
        <translation>颜色从 0 到 1</translation>
    </message>
    <message>
        <source>Measures of every head</source>
        <translation>每个头的度量</translation>
    </message>
    <message>
        <source>replaced by an intervention</source>
        <translation>由干预替换</translation>
    </message>
    <message>
        <source>Click a head, point at a cell, or use Tab and arrow keys.</source>
        <translation>点击一个头，把鼠标移到格子上，或使用 Tab 键和方向键。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Created by Headlight {version}. This page works offline.</source>
        <translation>由 Headlight {version} 生成。此页面无需联网。</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Filled in</source>
        <translation>填充结果</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Unknown to the model</source>
        <translation>模型不认识</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>各步</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Best candidates</source>
        <translation>最佳候选</translation>
    </message>
    <message>
        <source>Interventions</source>
        <translation>干预</translation>
    </message>
    <message>
        <source>given</source>
        <translation>给定</translation>
    </message>
    <message>
        <source>Nothing was decoded.</source>
        <translation>没有解码出任何词元。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Imported from</source>
        <translation>导入自</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Vocabulary of source and target</source>
        <translation>源语言与目标语言的词表</translation>
    </message>
    <message>
        <source>Computed on</source>
        <translation>计算设备</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Training record</source>
        <translation>训练记录</translation>
    </message>
    <message>
        <source>Learning curve</source>
        <translation>学习曲线</translation>
    </message>
    <message>
        <source>Loss by update, in nats per token: a line for training, dots for validation.</source>
        <translation>损失随更新次数的变化，单位为每个词元的 nat：实线为训练，圆点为验证。</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Last values</source>
        <translation>最后的数值</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Training of the base model</source>
        <translation>基础模型的训练</translation>
    </message>
    <message>
        <source>{count} values, in the model&apos;s file</source>
        <translation>{count} 个值，见模型文件</translation>
    </message>
    <message>
        <source>{name} (last)</source>
        <translation>{name}（最后一次）</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>On this page</source>
        <translation>本页内容</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>import</name>
    <message>
        <source>norms of an encoder layer</source>
        <translation>编码器层的归一化</translation>
    </message>
    <message>
        <source>In order: the norms of attention and feed-forward</source>
        <translation>依次为：注意力的归一化、前馈网络的归一化</translation>
    </message>
    <message>
        <source>norms of a decoder layer</source>
        <translation>解码器层的归一化</translation>
    </message>
    <message>
        <source>In order: the norms of self-attention, cross-attention and feed-forward</source>
        <translation>依次为：自注意力、交叉注意力、前馈网络的归一化</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Which attention of a decoder layer attends to the source</source>
        <translation>解码器层中哪个注意力关注源句</translation>
    </message>
    <message>
        <source>norms of the stacks</source>
        <translation>编码器和解码器整体的归一化</translation>
    </message>
    <message>
        <source>After the last layer of each stack, or before the first</source>
        <translation>在最后一层之后，还是在第一层之前</translation>
    </message>
    <message>
        <source>scores are divided by</source>
        <translation>分数除以</translation>
    </message>
    <message>
        <source>What QKᵀ is divided by before the softmax; usually √d_k</source>
        <translation>softmax 之前 QKᵀ 除以的数；通常是 √d_k</translation>
    </message>
    <message>
        <source>variance of a norm</source>
        <translation>归一化的方差</translation>
    </message>
    <message>
        <source>The sum of squares is divided by n, as in LayerNorm, or by n − 1 (sample variance)</source>
        <translation>平方和除以 n（LayerNorm 的做法），或像样本方差那样除以 n − 1</translation>
    </message>
    <message>
        <source>source embedding</source>
        <translation>源端词嵌入</translation>
    </message>
    <message>
        <source>The tensor with a row for every source token</source>
        <translation>每个源词元占一行的张量</translation>
    </message>
    <message>
        <source>target embedding</source>
        <translation>目标端词嵌入</translation>
    </message>
    <message>
        <source>The tensor with a row for every target token</source>
        <translation>每个目标词元占一行的张量</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>The tensor that gives a score for every target token</source>
        <translation>为每个目标词元算出分数的张量</translation>
    </message>
    <message>
        <source>source positions</source>
        <translation>源位置</translation>
    </message>
    <message>
        <source>The tensor with a row for every source position</source>
        <translation>源句每个位置占一行的张量</translation>
    </message>
    <message>
        <source>target positions</source>
        <translation>目标位置</translation>
    </message>
    <message>
        <source>The tensor with a row for every target position</source>
        <translation>目标句每个位置占一行的张量</translation>
    </message>
    <message>
        <source>source vocabulary</source>
        <translation>源词表</translation>
    </message>
    <message>
        <source>A file with the source tokens in the order of their ids</source>
        <translation>按编号顺序列出源词元的文件</translation>
    </message>
    <message>
        <source>target vocabulary</source>
        <translation>目标词表</translation>
    </message>
    <message>
        <source>A file with the target tokens in the order of their ids</source>
        <translation>按编号顺序列出目标词元的文件</translation>
    </message>
    <message>
        <source>source tokenizer</source>
        <translation>源端分词器</translation>
    </message>
    <message>
        <source>The file that defines how a source sentence is tokenised</source>
        <translation>规定源句怎样切成词元的文件</translation>
    </message>
    <message>
        <source>target tokenizer</source>
        <translation>目标端分词器</translation>
    </message>
    <message>
        <source>The file that defines how a target sentence is tokenised</source>
        <translation>规定目标句怎样切成词元的文件</translation>
    </message>
    <message>
        <source>source tokens are</source>
        <translation>源词元是</translation>
    </message>
    <message>
        <source>How a source sentence is tokenised</source>
        <translation>源句怎样切成词元</translation>
    </message>
    <message>
        <source>target tokens are</source>
        <translation>目标词元是</translation>
    </message>
    <message>
        <source>How a target sentence is tokenised</source>
        <translation>目标句怎样切成词元</translation>
    </message>
    <message>
        <source>tokens are</source>
        <translation>词元是</translation>
    </message>
    <message>
        <source>How a sentence is tokenised</source>
        <translation>句子怎样切成词元</translation>
    </message>
    <message>
        <source>around a source</source>
        <translation>源句首尾</translation>
    </message>
    <message>
        <source>Which special tokens surround a source sentence</source>
        <translation>源句首尾有哪些特殊词元</translation>
    </message>
    <message>
        <source>start token</source>
        <translation>起始词元</translation>
    </message>
    <message>
        <source>First input token of the decoder</source>
        <translation>解码器的第一个输入词元</translation>
    </message>
    <message>
        <source>source language</source>
        <translation>源语言</translation>
    </message>
    <message>
        <source>Code of the source language</source>
        <translation>源语言的代码</translation>
    </message>
    <message>
        <source>target language</source>
        <translation>目标语言</translation>
    </message>
    <message>
        <source>Code of the target language</source>
        <translation>目标语言的代码</translation>
    </message>
    <message>
        <source>language code</source>
        <translation>语言代码</translation>
    </message>
    <message>
        <source>Where the language code is placed in a source</source>
        <translation>语言代码在源句中的位置</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Id of the padding token</source>
        <translation>填充词元的编号</translation>
    </message>
    <message>
        <source>start</source>
        <translation>句首</translation>
    </message>
    <message>
        <source>Id of the token that starts a sentence</source>
        <translation>句子开头的词元的编号</translation>
    </message>
    <message>
        <source>end</source>
        <translation>句尾</translation>
    </message>
    <message>
        <source>Id of the token that ends a sentence</source>
        <translation>句子结尾的词元的编号</translation>
    </message>
    <message>
        <source>unknown token</source>
        <translation>未知词元</translation>
    </message>
    <message>
        <source>Id of the token for unknown words</source>
        <translation>代表未知词的词元的编号</translation>
    </message>
    <message>
        <source>{what} of the source</source>
        <translation>源句的{what}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>characters and spaces</source>
        <translation>字符和空格</translation>
    </message>
    <message>
        <source>start and end</source>
        <translation>句首和句尾</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>句尾</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>before it</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after it</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>after the layers</source>
        <translation>各层之后</translation>
    </message>
    <message>
        <source>before the layers</source>
        <translation>各层之前</translation>
    </message>
    <message>
        <source>{family} · {count} parameters (16-bit)</source>
        <translation>{family} · {count} 个参数（16 位）</translation>
    </message>
    <message>
        <source>{family} · {count} parameters</source>
        <translation>{family} · {count} 个参数</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>added to a source</source>
        <translation>源句首尾添加</translation>
    </message>
    <message>
        <source>added to a target</source>
        <translation>目标句首尾添加</translation>
    </message>
    <message>
        <source>Special tokens that are added; … is the text</source>
        <translation>添加的特殊词元；… 代表文本</translation>
    </message>
    <message>
        <source>Ids differ from the original: special tokens come first, and missing ones are added.</source>
        <translation>这里的编号与原模型不同：特殊词元排在最前面，原模型没有的会添上。</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 个词元</translation>
    </message>
    <message>
        <source>{count} mapped</source>
        <translation>{count} 个已对应</translation>
    </message>
    <message>
        <source>{count} created</source>
        <translation>{count} 个补充</translation>
    </message>
    <message>
        <source>{count} ignored</source>
        <translation>{count} 个忽略</translation>
    </message>
    <message>
        <source>{count} unmapped</source>
        <translation>{count} 个未对应</translation>
    </message>
    <message>
        <source>{count} missing</source>
        <translation>{count} 个缺失</translation>
    </message>
    <message>
        <source>Still needed: {names}, and {count} more.</source>
        <translation>仍需提供：{names}，以及另外 {count} 项。</translation>
    </message>
    <message>
        <source>Still needed: {names}.</source>
        <translation>仍需提供：{names}。</translation>
    </message>
    <message>
        <source>The model&apos;s description is incomplete.</source>
        <translation>模型的说明不完整。</translation>
    </message>
    <message>
        <source>Choose a model made by another program: its folder or its weights file. You can also drop it on the window.</source>
        <translation>请选择其他程序所做的模型：它的文件夹，或存有权重的文件。也可以把它拖放到窗口上。</translation>
    </message>
    <message>
        <source>Looking at the model…</source>
        <translation>正在查看模型…</translation>
    </message>
    <message>
        <source>Ready: every tensor is mapped.</source>
        <translation>就绪：每个张量都已对应。</translation>
    </message>
    <message>
        <source>A folder from the Hugging Face hub, with config.json, weights and tokenizer: Marian, BART, mBART, M2M100 and NLLB, T5, GPT-2, BERT.</source>
        <translation>Hugging Face 上的模型文件夹，包含 config.json、权重和分词器：Marian、BART、mBART、M2M100 和 NLLB、T5、GPT-2、BERT。</translation>
    </message>
    <message>
        <source>A state dict saved by PyTorch (.pt, .pth or .safetensors): torch.nn.Transformer, the Annotated Transformer, or your own loop with its vocabularies.</source>
        <translation>PyTorch 保存的 state dict（.pt、.pth 或 .safetensors）：torch.nn.Transformer、Annotated Transformer，或你自己编写的模型及其词表。</translation>
    </message>
    <message>
        <source>A model of CTranslate2, OpenNMT-py, JoeyNMT or fairseq.</source>
        <translation>CTranslate2、OpenNMT-py、JoeyNMT 或 fairseq 的模型。</translation>
    </message>
    <message>
        <source>The original is not changed: a copy is added to your models and can be used in every tab.</source>
        <translation>原模型不会被改动：会在你的模型中添加一份副本，每个标签页都能使用它。</translation>
    </message>
    <message>
        <source>The model {name}, which was imported before, will be replaced.</source>
        <translation>之前导入的模型 {name} 将被替换。</translation>
    </message>
    <message>
        <source>Headlight takes the most probable token at every step; the original may generate other text, because of {settings}.</source>
        <translation>Headlight 每一步都取最可能的词元；由于 {settings}，原模型可能生成不同的文本。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>正在导入…</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>created</source>
        <translation>补充</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>ignored: not needed for any computation here</source>
        <translation>忽略：这里的计算用不到</translation>
    </message>
    <message>
        <source>unmapped</source>
        <translation>未对应</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>{name} (missing)</source>
        <translation>{name}（缺失）</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>part {index} of {count}</source>
        <translation>第 {index}/{count} 部分</translation>
    </message>
    <message>
        <source>reordered, {count} added</source>
        <translation>重排各行，添上 {count} 行</translation>
    </message>
    <message>
        <source>from row {row}</source>
        <translation>从第 {row} 行起</translation>
    </message>
    <message>
        <source>first {count} rows</source>
        <translation>前 {count} 行</translation>
    </message>
    <message>
        <source>transposed</source>
        <translation>转置</translation>
    </message>
    <message>
        <source>rows reordered</source>
        <translation>重排各行</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>the same for each head</source>
        <translation>每个头相同</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>模型已说明</translation>
    </message>
    <message>
        <source>given</source>
        <translation>已回答</translation>
    </message>
    <message>
        <source>{smallest} to {largest}</source>
        <translation>{smallest} 至 {largest}</translation>
    </message>
</context>
<context>
    <name>interventions</name>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Computed without the interventions of this branch.</source>
        <translation>计算时不含此分支的干预。</translation>
    </message>
    <message>
        <source>in the comparison {text}</source>
        <translation>对比中{text}</translation>
    </message>
    <message>
        <source>head {number} {note}</source>
        <translation>第 {number} 头{note}</translation>
    </message>
    <message>
        <source> over {sample}</source>
        <translation>在 {sample}上</translation>
    </message>
    <message>
        <source>switched off: mean of its output{over}</source>
        <translation>已关闭：换成其输出{over}的平均值</translation>
    </message>
    <message>
        <source>switched off: zeros in place of its output</source>
        <translation>已关闭：其输出换成 0</translation>
    </message>
    <message>
        <source>{text} in rows {rows}</source>
        <translation>{text}（第 {rows} 行）</translation>
    </message>
    <message>
        <source>Decoded freely</source>
        <translation>自由解码</translation>
    </message>
    <message>
        <source>The model chooses every token again: log-probabilities of different outputs cannot be compared</source>
        <translation>模型重新选择每个词元：不同译文的对数概率不能比较</translation>
    </message>
    <message>
        <source>Recomputed, same target</source>
        <translation>重新计算，同一目标句</translation>
    </message>
    <message>
        <source>The original target is fed in: its log-probabilities can be compared with those of the original</source>
        <translation>输入原来的目标句：它的对数概率可以与原来的比较</translation>
    </message>
</context>
<context>
    <name>masks</name>
    <message>
        <source>Encoder: source padding</source>
        <translation>编码器：源句填充</translation>
    </message>
    <message>
        <source>Tokens do not attend to padding.</source>
        <translation>词元不关注填充。</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>No token attends to later tokens.</source>
        <translation>词元不关注它后面的词元。</translation>
    </message>
    <message>
        <source>Decoder: causal and padding</source>
        <translation>解码器：因果与填充</translation>
    </message>
    <message>
        <source>The decoder&apos;s mask. Framed: masked only because of padding.</source>
        <translation>解码器所用的掩码。带框的格子只因为是填充才被掩蔽。</translation>
    </message>
    <message>
        <source>Both combined: this is the decoder&apos;s mask.</source>
        <translation>两者合一，供解码器使用。</translation>
    </message>
    <message>
        <source>Cross: source padding</source>
        <translation>交叉注意力：源句填充</translation>
    </message>
    <message>
        <source>Target tokens do not attend to source padding.</source>
        <translation>目标句词元不关注源句的填充。</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>{row} may attend to {key}.</source>
        <translation>{row}可以关注{key}。</translation>
    </message>
    <message>
        <source>some labels omitted</source>
        <translation>部分标签已省略</translation>
    </message>
    <message>
        <source>may attend</source>
        <translation>可以关注</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩蔽</translation>
    </message>
    <message>
        <source>{key} is masked: no query may attend to padding.</source>
        <translation>{key}已掩蔽：任何查询都不可关注填充。</translation>
    </message>
    <message>
        <source>masked: {row} may not attend to {key}, which comes later.</source>
        <translation>已掩蔽：{row}不可关注后面的{key}。</translation>
    </message>
    <message>
        <source>{token} is a token: queries may attend to it.</source>
        <translation>{token}是词元：查询可以关注它。</translation>
    </message>
    <message>
        <source>{token} is masked: no query may attend to padding.</source>
        <translation>{token}已掩蔽：任何查询都不可关注填充。</translation>
    </message>
    <message>
        <source>{kind} {count}</source>
        <translation>{kind} {count} 个</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Flipped cells: {list}.</source>
        <translation>翻转的单元格：{list}。</translation>
    </message>
    <message>
        <source>Click a cell of the mask, or press Enter on it, to see what changes.</source>
        <translation>单击掩码的一个单元格，或在其上按回车键，看看会有什么变化。</translation>
    </message>
    <message>
        <source>Translating with them…</source>
        <translation>正在用改动后的掩码翻译…</translation>
    </message>
    <message>
        <source>The translation has changed (positions that differ: {count}); its log-probability is now {after} nats; it was {before}.</source>
        <translation>译文变了（不同之处：{count}）；它的对数概率现在是 {after} nat，原来是 {before}。</translation>
    </message>
    <message>
        <source>The translation is the same, and so is its log-probability: {before} nats.</source>
        <translation>译文没有变，对数概率也没有变：{before} nat。</translation>
    </message>
    <message>
        <source>The translation is the same; its log-probability goes from {before} to {after} nats.</source>
        <translation>译文没有变；对数概率由 {before} 变为 {after} nat。</translation>
    </message>
    <message>
        <source>When a token is chosen, no later token exists yet: allowing future tokens can only change what later tokens read from it.</source>
        <translation>选择一个词元时，它后面的词元还不存在：允许看后面的词元，最多只影响后面的词元从它那里读到的内容。</translation>
    </message>
    <message>
        <source>A row without keys has weights of 0: no head adds anything there.</source>
        <translation>没有键的行权重全为 0：没有头在那里加入内容。</translation>
    </message>
    <message>
        <source>Padding rows have no keys left.</source>
        <translation>填充的行没有可用的键。</translation>
    </message>
    <message>
        <source>The batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Padding rows have no keys: their softmax is 0/0, which is NaN (not a number).</source>
        <translation>填充的行没有可用的键：其 softmax 是 0/0，即 NaN（不是数）。</translation>
    </message>
    <message>
        <source>Number the positions of the target.</source>
        <translation>给目标句的位置编号。</translation>
    </message>
    <message>
        <source>Find the positions that hold a token: [batch, length].</source>
        <translation>找出有词元的位置：[batch, length]。</translation>
    </message>
    <message>
        <source>Pair queries with keys: {shape}.</source>
        <translation>让查询与键两两相配：{shape}。</translation>
    </message>
    <message>
        <source>Three ways to write the same mask: {shape}.</source>
        <translation>同一个掩码的三种写法：{shape}。</translation>
    </message>
    <message>
        <source>{head}: add the mask to the scores, then softmax.</source>
        <translation>{head}：把掩码加到分数上，再做 softmax。</translation>
    </message>
    <message>
        <source>{title} · {now} · {row} → {key}</source>
        <translation>{title} · {now} · {row} → {key}</translation>
    </message>
    <message>
        <source>{title} · {now}, with the real masks {before} · {row} → {key}</source>
        <translation>{title} · {now}，用真实掩码时为 {before} · {row} → {key}</translation>
    </message>
    <message>
        <source>{row} may attend to {key} · click or Enter masks it</source>
        <translation>{row}可以关注{key} · 单击或按回车键可掩蔽</translation>
    </message>
    <message>
        <source>masked: {row} may not attend to {key} · click or Enter allows it</source>
        <translation>已掩蔽：{row}不可关注{key} · 单击或按回车键可允许</translation>
    </message>
    <message>
        <source>{words} · flipped</source>
        <translation>{words} · 已翻转</translation>
    </message>
    <message>
        <source>{kind}: mask</source>
        <translation>{kind}：掩码</translation>
    </message>
    <message>
        <source>Click a cell to flip it; flipped cells are framed.</source>
        <translation>单击单元格可翻转它；翻转的单元格带框。</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>query {number}: {token}</source>
        <translation>查询 {number}：{token}</translation>
    </message>
    <message>
        <source>A row without keys under three rules</source>
        <translation>三种规则下没有键的一行</translation>
    </message>
    <message>
        <source>−∞, plain softmax</source>
        <translation>−∞，普通 softmax</translation>
    </message>
    <message>
        <source>−10⁹, plain softmax</source>
        <translation>−10⁹，普通 softmax</translation>
    </message>
    <message>
        <source>−∞, then masked weights set to 0 (this model)</source>
        <translation>−∞，再把被掩蔽的权重设为 0（这个模型）</translation>
    </message>
    <message>
        <source>One key is left: all three rules agree.</source>
        <translation>还有一个键：三种规则的结果相同。</translation>
    </message>
    <message>
        <source>0/0: NaN, and so is everything computed from it.</source>
        <translation>0/0：NaN，由它算出的一切也都是 NaN。</translation>
    </message>
    <message>
        <source>All scores are equally small, so each of the {keys} keys gets {share}.</source>
        <translation>都同样小，所以都相等：{keys} 个键各得 {share}。</translation>
    </message>
    <message>
        <source>Nothing is attended to: the head adds nothing here.</source>
        <translation>什么也不关注：这个头在这里不加入任何内容。</translation>
    </message>
    <message>
        <source>{query} may attend to {key} · click or Enter masks it</source>
        <translation>{query}可以关注{key} · 单击或按回车键可掩蔽</translation>
    </message>
    <message>
        <source>{key} is masked for {query} · click or Enter allows it</source>
        <translation>{key}对{query}已掩蔽 · 单击或按回车键可允许</translation>
    </message>
    <message>
        <source>{line} · {value} · {query} → {key}</source>
        <translation>{line} · {value} · {query} → {key}</translation>
    </message>
    <message>
        <source>sum {number}</source>
        <translation>和 {number}</translation>
    </message>
    <message>
        <source>Softmax reads</source>
        <translation>softmax 的输入</translation>
    </message>
    <message>
        <source>Positions of the target tokens</source>
        <translation>目标句词元的位置</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Keys: 1 for a token, 0 for padding</source>
        <translation>键：词元为 1，填充为 0</translation>
    </message>
    <message>
        <source>Queries: 1 for a token, 0 for padding</source>
        <translation>查询：词元为 1，填充为 0</translation>
    </message>
    <message>
        <source>{title} · {value} · {row} → {key}</source>
        <translation>{title} · {value} · {row} → {key}</translation>
    </message>
    <message>
        <source>{row} is padding: as a query it is masked, too.</source>
        <translation>{row}是填充：作为查询也被掩蔽。</translation>
    </message>
    <message>
        <source>{token}: {number}</source>
        <translation>{token}：{number}</translation>
    </message>
    <message>
        <source>Valid pairs</source>
        <translation>有效配对</translation>
    </message>
    <message>
        <source>1 where query and key are tokens: column times row.</source>
        <translation>查询和键都是词元处为 1：列乘以行。</translation>
    </message>
    <message>
        <source>1 where the key is a token: the same row for every query.</source>
        <translation>键是词元处为 1：每个查询的行都相同。</translation>
    </message>
    <message>
        <source>1 where the key is not after the query.</source>
        <translation>键不在查询之后处为 1。</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者合一</translation>
    </message>
    <message>
        <source>1 where both are 1: elementwise product.</source>
        <translation>两者都为 1 处为 1：对应相乘。</translation>
    </message>
    <message>
        <source>May attend</source>
        <translation>可以关注</translation>
    </message>
    <message>
        <source>True = may attend: the form that this model uses.</source>
        <translation>True = 可以关注：这个模型采用的写法。</translation>
    </message>
    <message>
        <source>Inverted</source>
        <translation>取反</translation>
    </message>
    <message>
        <source>True = masked, as masked_fill expects.</source>
        <translation>True = 已掩蔽：masked_fill 所用的写法。</translation>
    </message>
    <message>
        <source>Additive mask</source>
        <translation>加性掩码</translation>
    </message>
    <message>
        <source>0 leaves a score unchanged, −∞ removes it.</source>
        <translation>0 使分数不变，−∞ 把它排除。</translation>
    </message>
    <message>
        <source>QKᵀ/√d_k, as the head computes them.</source>
        <translation>QKᵀ/√d_k，由这个头算出。</translation>
    </message>
    <message>
        <source>Masked scores</source>
        <translation>掩蔽后的分数</translation>
    </message>
    <message>
        <source>Score + mask: −∞ where masked.</source>
        <translation>分数 + 掩码：被掩蔽处为 −∞。</translation>
    </message>
    <message>
        <source>Softmax of each row; masked keys get 0.</source>
        <translation>对每一行做 softmax；被掩蔽的键得 0。</translation>
    </message>
    <message>
        <source>Real masks</source>
        <translation>真实掩码</translation>
    </message>
    <message>
        <source>Your masks</source>
        <translation>你的掩码</translation>
    </message>
    <message>
        <source>{line}: nothing here</source>
        <translation>{line}：这里没有词元</translation>
    </message>
    <message>
        <source>{line}: {token}, probability {probability}</source>
        <translation>{line}：{token}，概率 {probability}</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>log probability</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>The translation under both masks</source>
        <translation>两种掩码下的译文</translation>
    </message>
    <message>
        <source>1 for a token, 0 for padding</source>
        <translation>词元为 1，填充为 0</translation>
    </message>
    <message>
        <source>sentence {number}</source>
        <translation>句子 {number}</translation>
    </message>
    <message>
        <source>The second sentence is an example: in a batch, shorter ones are padded to the length of the longest</source>
        <translation>第二个句子是一个例子：在一个批次里，较短的句子填充到最长句子的长度</translation>
    </message>
</context>
<context>
    <name>measures</name>
    <message>
        <source>largest first</source>
        <translation>从大到小</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>Mean distance</source>
        <translation>平均距离</translation>
    </message>
    <message>
        <source>Share on the previous token</source>
        <translation>前一词元占比</translation>
    </message>
    <message>
        <source>Share on the next token</source>
        <translation>后一词元占比</translation>
    </message>
    <message>
        <source>Share on the first token</source>
        <translation>首词元占比</translation>
    </message>
    <message>
        <source>Share on special tokens</source>
        <translation>特殊词元占比</translation>
    </message>
    <message>
        <source>Diagonality</source>
        <translation>对角性</translation>
    </message>
    <message>
        <source>Effect on the loss</source>
        <translation>对损失的影响</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前一</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>后一</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首个</translation>
    </message>
    <message>
        <source>Special</source>
        <translation>特殊</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>比特</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>个词元</translation>
    </message>
    <message>
        <source>nats per token</source>
        <translation>nat/词元</translation>
    </message>
    <message>
        <source>How widely a row spreads its attention: 0 bits if all of it is on one token, largest if all tokens get the same weight.</source>
        <translation>一行的注意力有多分散：全部集中在一个词元上时为 0 比特，各词元得到的相同时最大。</translation>
    </message>
    <message>
        <source>Average distance in tokens between a row&apos;s position and the tokens it attends to. In cross-attention, positions are scaled so that both sentences have the same length.</source>
        <translation>一行的位置与它所关注词元的平均距离，以词元计。在交叉注意力中，位置先按两个句子等长来换算。</translation>
    </message>
    <message>
        <source>Correlation between a row&apos;s position and the positions it attends to: 1 along the diagonal, 0 if unrelated, −1 in reverse. Under a causal mask even a uniform head has 0.60 to 0.65, because later rows can see further.</source>
        <translation>一行的位置与它所关注位置的相关系数：沿对角线为 1，无关时为 0，方向相反为 −1。在因果掩码下，即使均匀分配注意力的头也有 0.60 到 0.65：越靠下的行看得越远。</translation>
    </message>
    <message>
        <source>, standard error {error}</source>
        <translation>，标准误 {error}</translation>
    </message>
    <message>
        <source>, standard error {error}: below two standard errors</source>
        <translation>，标准误 {error}：小于两倍标准误</translation>
    </message>
    <message>
        <source>Share of a row&apos;s attention on the token just before its own.</source>
        <translation>一行的注意力中给前一个词元的比例。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Share of a row&apos;s attention on the token just after its own.</source>
        <translation>一行的注意力中给后一个词元的比例。</translation>
    </message>
    <message>
        <source>Share of a row&apos;s attention on the very first token.</source>
        <translation>一行的注意力中给第一个词元的比例。</translation>
    </message>
    <message>
        <source>Share of a row&apos;s attention on &lt;s&gt;, &lt;/s&gt; and &lt;pad&gt; together.</source>
        <translation>一行的注意力中给 &lt;s&gt;、&lt;/s&gt; 和 &lt;pad&gt; 的总比例。</translation>
    </message>
    <message>
        <source>Increase of the loss when only this head is switched off. An effect below two standard errors can be chance.</source>
        <translation>只关闭这个头时损失的增加。小于两倍标准误的影响可能出于偶然。</translation>
    </message>
    <message>
        <source>A head has a name if the mean weight of all rows of a sample, where they may attend to several keys, is at least 0.8 on the keys of a test: the previous token, the first token, the token at the same position (diagonal), or the source words that the predicted word is made from (alignment, for generated tasks).</source>
        <translation>在一组样本中可关注多个键的所有行里，如果某项检验的键上的平均权重至少为 0.8，这个头就有名称：前一个词元、第一个词元、同一位置的词元（对角线），或得出所预测的词的源词（对齐，只用于生成的任务）。</translation>
    </message>
    <message>
        <source>{number} {unit}</source>
        <translation>{number} {unit}</translation>
    </message>
    <message>
        <source>{measure} {value}</source>
        <translation>{measure} {value}</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} 到 {high}</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>one sentence: no standard error</source>
        <translation>只有一个句子：没有标准误</translation>
    </message>
    <message>
        <source>pale: below two standard errors</source>
        <translation>浅色：小于两倍标准误</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>尚未检验</translation>
    </message>
    <message>
        <source>{done} of {count} sentences tested</source>
        <translation>已检验 {done} / {count} 个句子</translation>
    </message>
    <message>
        <source>pale: no name is proven · {sample}</source>
        <translation>淡色：未证实任何名称 · {sample}</translation>
    </message>
    <message>
        <source>{name}: {score} of the weight over {sample}</source>
        <translation>{name}：在 {sample}上占权重的 {score}</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>前一个词元</translation>
    </message>
    <message>
        <source>diagonal</source>
        <translation>对角线</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>第一个词元</translation>
    </message>
    <message>
        <source>nothing to measure here</source>
        <translation>这里没有可测量的内容</translation>
    </message>
    <message>
        <source>{done} of {count} heads measured</source>
        <translation>已测量 {done}/{count} 个头</translation>
    </message>
    <message>
        <source>{count} heads measured</source>
        <translation>已测量 {count} 个头</translation>
    </message>
    <message>
        <source>{clear} of {count} heads exceed two standard errors</source>
        <translation>{count} 个头中有 {clear} 个超过两倍标准误</translation>
    </message>
    <message>
        <source>heads replaced by zeros</source>
        <translation>头的输出换成零</translation>
    </message>
    <message>
        <source>heads replaced by their mean</source>
        <translation>头的输出换成平均值</translation>
    </message>
    <message>
        <source>{measure}: not for this kind of attention</source>
        <translation>{measure}：不适用于这种注意力</translation>
    </message>
    <message>
        <source>no name is proven</source>
        <translation>未证实任何名称</translation>
    </message>
    <message>
        <source>{measured}, on a scale from {range}</source>
        <translation>{measured}，取值范围 {range}</translation>
    </message>
    <message>
        <source>{measured}; {place} of {count}, largest first</source>
        <translation>{measured}；从大到小第 {place} 位，共 {count} 位</translation>
    </message>
</context>
<context>
    <name>menus</name>
    <message>
        <source>Save the current model to a file</source>
        <translation>把当前模型保存到文件</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Stop all work and close Headlight</source>
        <translation>停止所有工作并关闭 Headlight</translation>
    </message>
    <message>
        <source>Stage bac&amp;k</source>
        <translation>上一阶段(&amp;K)</translation>
    </message>
    <message>
        <source>One head: go to the previous stage</source>
        <translation>单个头：转到上一阶段</translation>
    </message>
    <message>
        <source>Stage &amp;forward</source>
        <translation>下一阶段(&amp;F)</translation>
    </message>
    <message>
        <source>One head: go to the next stage</source>
        <translation>单个头：转到下一阶段</translation>
    </message>
    <message>
        <source>&amp;Encoder self-attention</source>
        <translation>编码器自注意力(&amp;E)</translation>
    </message>
    <message>
        <source>Source tokens attend to source tokens</source>
        <translation>源句词元关注源句词元</translation>
    </message>
    <message>
        <source>&amp;Decoder self-attention</source>
        <translation>解码器自注意力(&amp;D)</translation>
    </message>
    <message>
        <source>Target tokens attend to themselves and earlier target tokens</source>
        <translation>目标句词元关注自身和前面的目标句词元</translation>
    </message>
    <message>
        <source>&amp;Cross-attention</source>
        <translation>交叉注意力(&amp;C)</translation>
    </message>
    <message>
        <source>Target tokens attend to source tokens</source>
        <translation>目标句词元关注源句词元</translation>
    </message>
    <message>
        <source>Input → pre&amp;dicted</source>
        <translation>输入 → 预测(&amp;D)</translation>
    </message>
    <message>
        <source>Label rows by input and predicted token</source>
        <translation>用输入的词元和由它预测的词元标记每一行</translation>
    </message>
    <message>
        <source>&amp;Input token</source>
        <translation>输入的词元(&amp;I)</translation>
    </message>
    <message>
        <source>Label rows by input token</source>
        <translation>用输入的词元标记每一行</translation>
    </message>
    <message>
        <source>&amp;Predicted token</source>
        <translation>预测的词元(&amp;P)</translation>
    </message>
    <message>
        <source>Label rows by predicted token</source>
        <translation>用预测的词元标记每一行</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Dark text on light</source>
        <translation>浅色背景，深色文字</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Light text on dark</source>
        <translation>深色背景，浅色文字</translation>
    </message>
    <message>
        <source>The language of the desktop</source>
        <translation>桌面所用的语言</translation>
    </message>
    <message>
        <source>Presentation &amp;size</source>
        <translation>演示字号(&amp;S)</translation>
    </message>
    <message>
        <source>Larger text and marks, for a projector</source>
        <translation>更大的文字和标记，适合投影</translation>
    </message>
    <message>
        <source>&amp;Translate</source>
        <translation>翻译(&amp;T)</translation>
    </message>
    <message>
        <source>Translate the source sentence</source>
        <translation>翻译源句</translation>
    </message>
    <message>
        <source>&amp;Stop translating</source>
        <translation>停止翻译(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Copy the translation</source>
        <translation>复制译文(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the target as text</source>
        <translation>复制目标句的文本</translation>
    </message>
    <message>
        <source>&amp;First step</source>
        <translation>第一步(&amp;F)</translation>
    </message>
    <message>
        <source>Go to the first token</source>
        <translation>跳到第一个词元</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Go to the previous token</source>
        <translation>跳到前一个词元</translation>
    </message>
    <message>
        <source>Step f&amp;orward</source>
        <translation>下一步(&amp;O)</translation>
    </message>
    <message>
        <source>Go to the next token</source>
        <translation>跳到后一个词元</translation>
    </message>
    <message>
        <source>&amp;Last step</source>
        <translation>最后一步(&amp;L)</translation>
    </message>
    <message>
        <source>Go to the last token</source>
        <translation>跳到最后一个词元</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>播放或暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pause or resume training</source>
        <translation>暂停或继续训练(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop training</source>
        <translation>停止训练(&amp;S)</translation>
    </message>
    <message>
        <source>Stop the run; its model is kept</source>
        <translation>停止这次训练；模型会保留</translation>
    </message>
    <message>
        <source>&amp;Watch its attention</source>
        <translation>观看它的注意力(&amp;W)</translation>
    </message>
    <message>
        <source>E&amp;arlier moment</source>
        <translation>前一时刻(&amp;A)</translation>
    </message>
    <message>
        <source>Go back in training time</source>
        <translation>在训练过程中后退</translation>
    </message>
    <message>
        <source>&amp;Later moment</source>
        <translation>后一时刻(&amp;L)</translation>
    </message>
    <message>
        <source>Go forward in training time</source>
        <translation>在训练过程中前进</translation>
    </message>
    <message>
        <source>Play or &amp;hold the time-lapse</source>
        <translation>播放或停住学习回放(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>List the keys of every action</source>
        <translation>列出每个操作的按键</translation>
    </message>
    <message>
        <source>&amp;About Headlight</source>
        <translation>关于 Headlight(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>网格(&amp;G)</translation>
    </message>
    <message>
        <source>All heads of all layers at once</source>
        <translation>同时显示所有层的所有头</translation>
    </message>
    <message>
        <source>&amp;Focus</source>
        <translation>聚焦(&amp;F)</translation>
    </message>
    <message>
        <source>One head, large, with its tokens</source>
        <translation>放大显示一个头及其词元</translation>
    </message>
    <message>
        <source>&amp;Links</source>
        <translation>连线(&amp;L)</translation>
    </message>
    <message>
        <source>Lines between the tokens, wider where the weight is larger</source>
        <translation>词元之间的连线，权重越大线越宽</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>The sentence, coloured by one token&apos;s attention</source>
        <translation>按一个词元的注意力给句子着色</translation>
    </message>
    <message>
        <source>&amp;Shown</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>Show &lt;s&gt;, &lt;/s&gt; and &lt;pad&gt; as any other token</source>
        <translation>像其他词元一样显示 &lt;s&gt;、&lt;/s&gt; 和 &lt;pad&gt;</translation>
    </message>
    <message>
        <source>&amp;Hidden</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>Leave special tokens out; rows then sum to less than 1</source>
        <translation>略去特殊词元；各行之和因此小于 1</translation>
    </message>
    <message>
        <source>Hidden, rows &amp;renormalised</source>
        <translation>隐藏，各行重新归一化(&amp;R)</translation>
    </message>
    <message>
        <source>Leave special tokens out; rows are divided by their remaining sum</source>
        <translation>略去特殊词元；各行除以剩余部分之和</translation>
    </message>
    <message>
        <source>&amp;Linear</source>
        <translation>线性(&amp;L)</translation>
    </message>
    <message>
        <source>Colour by the weight itself</source>
        <translation>按权重本身着色</translation>
    </message>
    <message>
        <source>&amp;Square root</source>
        <translation>平方根(&amp;S)</translation>
    </message>
    <message>
        <source>Colour by the square root: small weights stand out more</source>
        <translation>按平方根着色：小的权重更显眼</translation>
    </message>
    <message>
        <source>Lo&amp;garithm</source>
        <translation>对数(&amp;G)</translation>
    </message>
    <message>
        <source>Colour by the logarithm, from 0.0001 to 1</source>
        <translation>按对数着色，从 0.0001 到 1</translation>
    </message>
    <message>
        <source>The &amp;kind&apos;s colour</source>
        <translation>这种注意力的颜色(&amp;K)</translation>
    </message>
    <message>
        <source>From the background to the colour of the kind of attention</source>
        <translation>从背景色过渡到这种注意力的颜色</translation>
    </message>
    <message>
        <source>&amp;Grey</source>
        <translation>灰度(&amp;G)</translation>
    </message>
    <message>
        <source>Show the whole text, all candidates and the branches under the steps</source>
        <translation>在各步下方显示全文、全部候选和分支</translation>
    </message>
    <message>
        <source>The focused element: its entry in the glossary, what it shows, its keys</source>
        <translation>有键盘焦点的元素：它在术语表里的条目、它显示什么、有哪些按键</translation>
    </message>
    <message>
        <source>Use m&amp;odel</source>
        <translation>使用模型(&amp;O)</translation>
    </message>
    <message>
        <source>Use the fastest device available</source>
        <translation>使用现有的最快设备</translation>
    </message>
    <message>
        <source>Greyscale, for printing</source>
        <translation>灰度，适合打印</translation>
    </message>
    <message>
        <source>&amp;Each head separately</source>
        <translation>各头分别显示(&amp;E)</translation>
    </message>
    <message>
        <source>The weights of the current head</source>
        <translation>当前头的权重</translation>
    </message>
    <message>
        <source>&amp;Mean over heads</source>
        <translation>各头的平均(&amp;M)</translation>
    </message>
    <message>
        <source>The mean of the chosen heads of this layer</source>
        <translation>该层选中各头的平均</translation>
    </message>
    <message>
        <source>Ma&amp;ximum over heads</source>
        <translation>各头的最大值(&amp;X)</translation>
    </message>
    <message>
        <source>The largest weight among the chosen heads of this layer</source>
        <translation>该层选中各头中的最大权重</translation>
    </message>
    <message>
        <source>Attention &amp;rollout</source>
        <translation>注意力展开(&amp;R)</translation>
    </message>
    <message>
        <source>Attention traced from this layer down to the input tokens</source>
        <translation>从这一层逐层向下追溯注意力，直到词元 (rollout)</translation>
    </message>
    <message>
        <source>&amp;No mark</source>
        <translation>无标记(&amp;N)</translation>
    </message>
    <message>
        <source>Show heads without a measure</source>
        <translation>不给头标数值</translation>
    </message>
    <message>
        <source>&amp;Entropy</source>
        <translation>熵(&amp;E)</translation>
    </message>
    <message>
        <source>How widely a head spreads its attention, in bits</source>
        <translation>头的注意力有多分散，以比特计</translation>
    </message>
    <message>
        <source>Mean &amp;distance</source>
        <translation>平均距离(&amp;D)</translation>
    </message>
    <message>
        <source>Average distance of the attended tokens</source>
        <translation>所关注词元的平均距离</translation>
    </message>
    <message>
        <source>Share on the &amp;previous token</source>
        <translation>前一词元占比(&amp;P)</translation>
    </message>
    <message>
        <source>Use the weights that another branch has here</source>
        <translation>使用另一个分支在这里的权重</translation>
    </message>
    <message>
        <source>Weight on the previous token</source>
        <translation>对前一个词元的权重</translation>
    </message>
    <message>
        <source>Share on the ne&amp;xt token</source>
        <translation>后一词元占比(&amp;X)</translation>
    </message>
    <message>
        <source>Weight on the next token</source>
        <translation>对后一个词元的权重</translation>
    </message>
    <message>
        <source>Share on the &amp;first token</source>
        <translation>首词元占比(&amp;F)</translation>
    </message>
    <message>
        <source>Weight on the first token</source>
        <translation>对第一个词元的权重</translation>
    </message>
    <message>
        <source>Share on &amp;special tokens</source>
        <translation>特殊词元占比(&amp;S)</translation>
    </message>
    <message>
        <source>Weight on &lt;s&gt;, &lt;/s&gt; and &lt;pad&gt;</source>
        <translation>对 &lt;s&gt;、&lt;/s&gt; 和 &lt;pad&gt; 的权重</translation>
    </message>
    <message>
        <source>How closely a head follows the diagonal, −1 to 1</source>
        <translation>头的关注沿对角线的程度，−1 到 1</translation>
    </message>
    <message>
        <source>Dia&amp;gonality</source>
        <translation>对角性(&amp;G)</translation>
    </message>
    <message>
        <source>All kinds side &amp;by side</source>
        <translation>各种注意力并排(&amp;B)</translation>
    </message>
    <message>
        <source>Show all three kinds next to each other, linked</source>
        <translation>并排显示三种注意力，彼此联动</translation>
    </message>
    <message>
        <source>Merge into &amp;words</source>
        <translation>子词合并为词(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Auto</source>
        <translation>自动(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Candidates</source>
        <translation>候选(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Before an intervention is shown</source>
        <translation>在显示干预结果之前(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Copy the sentence</source>
        <translation>复制句子(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Copy the text</source>
        <translation>复制文本(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Effects of heads…</source>
        <translation>头的影响(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;English under Chinese</source>
        <translation>中文下标注英文(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;First token</source>
        <translation>第一个词元(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Generate</source>
        <translation>生成(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>指南(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help on this</source>
        <translation>关于此处的帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Hide word from the model</source>
        <translation>对模型隐藏这个词(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Later steps</source>
        <translation>之后的步骤(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Nothing</source>
        <translation>全部揭开(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>预测(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Prediction</source>
        <translation>预测(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>上一个标签页(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Previous token</source>
        <translation>前一个词元(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Row</source>
        <translation>行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>保存图片(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>保存会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop generating</source>
        <translation>停止生成(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop predicting</source>
        <translation>停止预测(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Switch off</source>
        <translation>关闭(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Take from branch</source>
        <translation>取自分支(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Uniform</source>
        <translation>均匀(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>权重(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Whole timeline</source>
        <translation>完整时间线(&amp;W)</translation>
    </message>
    <message>
        <source>Attend to the first key only</source>
        <translation>只关注第一个键</translation>
    </message>
    <message>
        <source>Dim the cells of a matrix outside the row and the column of the pointer or cursor</source>
        <translation>调暗矩阵中指针或光标所在的行和列以外的单元格</translation>
    </message>
    <message>
        <source>Draw the strongest weights of each row</source>
        <translation>画出每一行中最大的权重</translation>
    </message>
    <message>
        <source>Effect on the &amp;loss</source>
        <translation>对损失的影响(&amp;L)</translation>
    </message>
    <message>
        <source>Encoder-only model: replace the current token with [MASK] and see what is predicted</source>
        <translation>仅编码器的模型：用 [MASK] 代替当前词元，看模型预测什么</translation>
    </message>
    <message>
        <source>Apple GPU</source>
        <translation>Apple GPU</translation>
    </message>
    <message>
        <source>Show the next tab of this area</source>
        <translation>切换到当前区域的下一个标签页</translation>
    </message>
    <message>
        <source>Show the previous tab of this area</source>
        <translation>切换到当前区域的上一个标签页</translation>
    </message>
    <message>
        <source>CUDA GPU</source>
        <translation>CUDA GPU</translation>
    </message>
    <message>
        <source>Chec&amp;k this model</source>
        <translation>检查这个模型(&amp;K)</translation>
    </message>
    <message>
        <source>Compute on an NVIDIA GPU</source>
        <translation>用 NVIDIA GPU 计算</translation>
    </message>
    <message>
        <source>Compute on an Apple GPU</source>
        <translation>用 Apple GPU 计算</translation>
    </message>
    <message>
        <source>Continue from this step with a token of your own</source>
        <translation>从这一步改用自己输入的词元继续解码</translation>
    </message>
    <message>
        <source>Continue from this step with the next-best token</source>
        <translation>从这一步改用次优的词元继续解码</translation>
    </message>
    <message>
        <source>Copy &amp;values</source>
        <translation>复制数值(&amp;V)</translation>
    </message>
    <message>
        <source>Copy the picture&apos;s values as a table for a spreadsheet</source>
        <translation>把图中的数值复制为可粘贴到电子表格的表</translation>
    </message>
    <message>
        <source>Copy the focused picture, the one under the mouse, or the main one</source>
        <translation>按现在的样子复制图片：焦点所在的、鼠标下的，或主要的那幅</translation>
    </message>
    <message>
        <source>Chinese → En&amp;glish</source>
        <translation>中文 → 英文(&amp;G)</translation>
    </message>
    <message>
        <source>Copy the prompt and what the model has written after it</source>
        <translation>复制提示以及模型续写的内容</translation>
    </message>
    <message>
        <source>Copy the sentence with the predicted tokens as text</source>
        <translation>以文本形式复制带有预测词元的句子</translation>
    </message>
    <message>
        <source>Delete this branch and its child branches</source>
        <translation>删除这个分支以及从它分出的分支</translation>
    </message>
    <message>
        <source>En&amp;glish → passive</source>
        <translation>英文主动 → 被动(&amp;G)</translation>
    </message>
    <message>
        <source>Redo the last undone step</source>
        <translation>重做最近撤销的一步</translation>
    </message>
    <message>
        <source>Select the word in the source field, to type another in its place</source>
        <translation>在源句框里选中这个词，以便输入另一个词</translation>
    </message>
    <message>
        <source>Self-attention: attend to the previous token only</source>
        <translation>自注意力：只关注前一个词元</translation>
    </message>
    <message>
        <source>Show only the picture and its caption, full screen; Esc exits</source>
        <translation>全屏只显示图及其说明；按 Esc 退出</translation>
    </message>
    <message>
        <source>Show or hide the list of scenes with the note of the current one</source>
        <translation>显示或隐藏场景列表和当前场景的备注</translation>
    </message>
    <message>
        <source>Show the picture large in a second window; F11 makes it full screen</source>
        <translation>在第二个窗口中放大显示图；F11 全屏</translation>
    </message>
    <message>
        <source>Show the scene after the current one</source>
        <translation>显示当前场景的下一个场景</translation>
    </message>
    <message>
        <source>Show the scene before the current one</source>
        <translation>显示当前场景的上一个场景</translation>
    </message>
    <message>
        <source>Spotli&amp;ght</source>
        <translation>聚光灯(&amp;G)</translation>
    </message>
    <message>
        <source>Switch everything &amp;on again</source>
        <translation>全部恢复(&amp;O)</translation>
    </message>
    <message>
        <source>Switch off with &amp;zero</source>
        <translation>置零关闭(&amp;Z)</translation>
    </message>
    <message>
        <source>Test whether the model works correctly, with a picture for each check</source>
        <translation>检查模型是否正常工作，每项检查都有图</translation>
    </message>
    <message>
        <source>Show the window full screen; Esc exits</source>
        <translation>让窗口占满整个屏幕；按 Esc 退出</translation>
    </message>
    <message>
        <source>Continue the prompt, token by token</source>
        <translation>逐个词元续写提示</translation>
    </message>
    <message>
        <source>Save sentence, branches and view in one file</source>
        <translation>把句子、分支和视图保存在一个文件里</translation>
    </message>
    <message>
        <source>Also save the model in the file, for a machine that lacks it</source>
        <translation>把模型也放进同一个文件，用于没有这个模型的电脑</translation>
    </message>
    <message>
        <source>Save the session to another file</source>
        <translation>把会话保存到另一个文件</translation>
    </message>
    <message>
        <source>Learn step by step how a Transformer works</source>
        <translation>一步步学习 Transformer 的原理</translation>
    </message>
    <message>
        <source>Play through the moments, or pause</source>
        <translation>让各时刻自动前进，或停住</translation>
    </message>
    <message>
        <source>Play through the steps, or pause</source>
        <translation>让各步自动前进，或停住</translation>
    </message>
    <message>
        <source>Light or dark, like the desktop</source>
        <translation>浅色或深色，与桌面一致</translation>
    </message>
    <message>
        <source>Loo&amp;k</source>
        <translation>观察(&amp;K)</translation>
    </message>
    <message>
        <source>Mask t&amp;his token</source>
        <translation>遮住这个词元(&amp;H)</translation>
    </message>
    <message>
        <source>Import a model made by another program, from its folder or weights file</source>
        <translation>导入其他程序所做的模型：从它的文件夹或权重文件</translation>
    </message>
    <message>
        <source>&amp;Add scene</source>
        <translation>添加场景(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Delete scene</source>
        <translation>删除场景(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;List of scenes</source>
        <translation>场景列表(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Move up</source>
        <translation>上移(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Rename scene…</source>
        <translation>重命名场景(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Update scene</source>
        <translation>更新场景(&amp;U)</translation>
    </message>
    <message>
        <source>Add a copy of the current scene</source>
        <translation>添加当前场景的副本</translation>
    </message>
    <message>
        <source>Bookmark what is on screen as a scene</source>
        <translation>把屏幕上的内容保存为场景</translation>
    </message>
    <message>
        <source>Change the title of the scene (F2 in the list)</source>
        <translation>更改场景的标题（在列表中按 F2）</translation>
    </message>
    <message>
        <source>Delete the current scene</source>
        <translation>删除当前场景</translation>
    </message>
    <message>
        <source>Du&amp;plicate scene</source>
        <translation>复制场景(&amp;P)</translation>
    </message>
    <message>
        <source>Edit n&amp;ote</source>
        <translation>编辑备注(&amp;O)</translation>
    </message>
    <message>
        <source>F&amp;reeze attention</source>
        <translation>冻结注意力(&amp;R)</translation>
    </message>
    <message>
        <source>Feed in the original target, so that log-probabilities can be compared</source>
        <translation>输入原来的目标句，使对数概率可以比较</translation>
    </message>
    <message>
        <source>Give all keys that a query may attend to the same weight</source>
        <translation>给一个查询可以关注的所有键相同的权重</translation>
    </message>
    <message>
        <source>Go back to the branch without interventions</source>
        <translation>回到没有干预的分支</translation>
    </message>
    <message>
        <source>Increase of the loss when the head is switched off; measured in the background</source>
        <translation>关闭这个头时损失的增加；在后台测量</translation>
    </message>
    <message>
        <source>Keep the weights as they are in this branch while other parts change</source>
        <translation>其他部分改变时，保持这个分支中的权重不变</translation>
    </message>
    <message>
        <source>Align a word by the row that predicts it</source>
        <translation>按预测该词的行对齐</translation>
    </message>
    <message>
        <source>Align a word by the row whose input it is, one later</source>
        <translation>按以该词为输入的行对齐，即下一行</translation>
    </message>
    <message>
        <source>Learn in this window, with questions: a tour and five lessons</source>
        <translation>在这个窗口里学习，带有问题：一次导览和五节课</translation>
    </message>
    <message>
        <source>List the effect of every head on the loss, and prune heads</source>
        <translation>列出每个头对损失的影响，并剪除头</translation>
    </message>
    <message>
        <source>Move do&amp;wn</source>
        <translation>下移(&amp;W)</translation>
    </message>
    <message>
        <source>Move the current scene down in the list</source>
        <translation>在列表中下移当前场景</translation>
    </message>
    <message>
        <source>Move the current scene up in the list</source>
        <translation>在列表中上移当前场景</translation>
    </message>
    <message>
        <source>Ne&amp;xt scene</source>
        <translation>下一个场景(&amp;X)</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>下一个标签页(&amp;X)</translation>
    </message>
    <message>
        <source>Name, where it is pro&amp;ven</source>
        <translation>已证实的名称(&amp;V)</translation>
    </message>
    <message>
        <source>Gl&amp;ossary</source>
        <translation>术语表(&amp;O)</translation>
    </message>
    <message>
        <source>Look up a term, and show it in the window</source>
        <translation>查找一个术语，并在窗口里显示它</translation>
    </message>
    <message>
        <source>Hide everything after the current step</source>
        <translation>遮住当前步骤之后的一切</translation>
    </message>
    <message>
        <source>Hide the candidates of every step</source>
        <translation>遮住每一步的候选</translation>
    </message>
    <message>
        <source>Hide the token predicted at the current step, and all later ones</source>
        <translation>遮住当前步骤预测的词元和之后的所有词元</translation>
    </message>
    <message>
        <source>Hide the weights of the current row in all heads</source>
        <translation>遮住所有头中当前行的权重</translation>
    </message>
    <message>
        <source>Hide the weights of this head</source>
        <translation>遮住这个头的权重</translation>
    </message>
    <message>
        <source>Hide the picture of this head, and click where you expect its largest weight</source>
        <translation>隐藏这个头的图，点击你预计权重最大的位置</translation>
    </message>
    <message>
        <source>&amp;Whole output</source>
        <translation>整个输出(&amp;W)</translation>
    </message>
    <message>
        <source>Hide every token of the output</source>
        <translation>遮住输出的所有词元</translation>
    </message>
    <message>
        <source>Hide what the model predicts from this step on, and predict it yourself</source>
        <translation>隐藏模型从这一步起的预测，由你自己来预测</translation>
    </message>
    <message>
        <source>No query of any layer attends to the source word; again: show it</source>
        <translation>任何一层的查询都不关注这个源词；再次选择则恢复</translation>
    </message>
    <message>
        <source>Open a session, a model or an exported run</source>
        <translation>打开会话、模型或导出的训练</translation>
    </message>
    <message>
        <source>Open the built-in model that rewrites active English sentences in the passive</source>
        <translation>打开把英文主动句改写成被动句的内置模型</translation>
    </message>
    <message>
        <source>Open the built-in model that translates Chinese sentences into English</source>
        <translation>打开把中文句子翻译成英文的内置模型</translation>
    </message>
    <message>
        <source>P&amp;icture of the head</source>
        <translation>头的图(&amp;I)</translation>
    </message>
    <message>
        <source>Pause the run, or continue exactly where it paused</source>
        <translation>让训练暂停，或从暂停处接着训练</translation>
    </message>
    <message>
        <source>Picture on &amp;another display</source>
        <translation>在另一屏幕显示图(&amp;A)</translation>
    </message>
    <message>
        <source>Picture onl&amp;y</source>
        <translation>只看图(&amp;Y)</translation>
    </message>
    <message>
        <source>Pre&amp;vious scene</source>
        <translation>上一个场景(&amp;V)</translation>
    </message>
    <message>
        <source>Predict how many tokens an intervention changes, before the result is shown</source>
        <translation>在显示结果之前，预测干预会改变多少个词元</translation>
    </message>
    <message>
        <source>Predict the masked tokens of the sentence</source>
        <translation>预测句子中被遮住的词元</translation>
    </message>
    <message>
        <source>Previous token, first token, diagonal or alignment; all other heads are pale</source>
        <translation>前一个词元、第一个词元、对角线或对齐；其余的头以淡色显示</translation>
    </message>
    <message>
        <source>R&amp;eplace word with…</source>
        <translation>把这个词换成…(&amp;E)</translation>
    </message>
    <message>
        <source>R&amp;eveal next</source>
        <translation>揭开下一项(&amp;E)</translation>
    </message>
    <message>
        <source>Read about the window, training, commands and Python</source>
        <translation>阅读关于窗口、训练、命令和 Python 的说明</translation>
    </message>
    <message>
        <source>Recompute the s&amp;ame target</source>
        <translation>对同一目标句重新计算(&amp;A)</translation>
    </message>
    <message>
        <source>Replace the current scene by what is on screen</source>
        <translation>用屏幕上的内容替换当前场景</translation>
    </message>
    <message>
        <source>Replace the output by 0, which also removes its mean; again: switch it on</source>
        <translation>用 0 替换输出，这也去掉了它的均值；再次选择则恢复</translation>
    </message>
    <message>
        <source>Replace the output by its mean over a sample; again: switch it on</source>
        <translation>用输出在一组样本上的均值替换它；再次选择则恢复</translation>
    </message>
    <message>
        <source>Repor&amp;t…</source>
        <translation>报告(&amp;T)…</translation>
    </message>
    <message>
        <source>Reveal everything that is hidden</source>
        <translation>揭开遮住的一切</translation>
    </message>
    <message>
        <source>Reveal what was hidden first</source>
        <translation>揭开最先遮住的内容</translation>
    </message>
    <message>
        <source>S&amp;ort heads by their mark</source>
        <translation>按标记给头排序(&amp;O)</translation>
    </message>
    <message>
        <source>Save &amp;model as…</source>
        <translation>模型另存为(&amp;M)…</translation>
    </message>
    <message>
        <source>Save all scenes with their notes as a lesson, a Markdown file</source>
        <translation>将所有场景及其备注保存为课程（Markdown 文件）</translation>
    </message>
    <message>
        <source>Save scenes as a &amp;lesson…</source>
        <translation>将场景保存为课程(&amp;L)…</translation>
    </message>
    <message>
        <source>Save va&amp;lues…</source>
        <translation>保存数值(&amp;L)…</translation>
    </message>
    <message>
        <source>Save a&amp;nimation…</source>
        <translation>保存动画(&amp;N)…</translation>
    </message>
    <message>
        <source>Save session &amp;as…</source>
        <translation>会话另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save session with its mo&amp;del…</source>
        <translation>会话连同模型另存为(&amp;D)…</translation>
    </message>
    <message>
        <source>Save the picture&apos;s values as npz, JSON or CSV</source>
        <translation>把图中的数值存为 npz、JSON 或 CSV</translation>
    </message>
    <message>
        <source>Save the picture as PNG, SVG or PDF: larger, light for print, with a caption</source>
        <translation>把图片存为 PNG、SVG 或 PDF：可放大、可用浅色打印、可附说明</translation>
    </message>
    <message>
        <source>Save the steps of the decoding, or a run&apos;s time-lapse, as MP4 or GIF</source>
        <translation>把解码的各个步骤或一次训练的学习回放保存为 MP4 或 GIF</translation>
    </message>
    <message>
        <source>See what every head attends to</source>
        <translation>看每个头关注什么</translation>
    </message>
    <message>
        <source>Sort heads by the measure that marks them</source>
        <translation>按标记的数值排列各头</translation>
    </message>
    <message>
        <source>Show the run&apos;s attention during training, or go back</source>
        <translation>显示模型在学习时关注什么，或返回</translation>
    </message>
    <message>
        <source>Stop reading the sentence</source>
        <translation>停止读取句子</translation>
    </message>
    <message>
        <source>Stop; the steps so far are kept</source>
        <translation>停止；已完成的步保留</translation>
    </message>
    <message>
        <source>Undo the last step</source>
        <translation>撤销最近的一步</translation>
    </message>
    <message>
        <source>Train models and watch them learn</source>
        <translation>训练模型，并观看它们学习</translation>
    </message>
    <message>
        <source>Translate with the current weights of the run that is shown</source>
        <translation>使用所显示的训练的模型，取它此刻的权重</translation>
    </message>
    <message>
        <source>Save sentence, steps and all attention as a web page</source>
        <translation>把句子、各步和所有注意力存为一个网页</translation>
    </message>
    <message>
        <source>The largest &amp;weight of a row</source>
        <translation>一行中最大的权重(&amp;W)</translation>
    </message>
    <message>
        <source>The next &amp;token</source>
        <translation>下一个词元(&amp;T)</translation>
    </message>
    <message>
        <source>Word alignment, &amp;input row</source>
        <translation>词对齐，输入行(&amp;I)</translation>
    </message>
    <message>
        <source>Word alignment, &amp;predicted row</source>
        <translation>词对齐，预测行(&amp;P)</translation>
    </message>
    <message>
        <source>Write the note of the current scene in Markdown</source>
        <translation>用 Markdown 编写当前场景的备注</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Show fewer tokens of the focused head, larger</source>
        <translation>少显示聚焦头的一些词元，显示得更大</translation>
    </message>
    <message>
        <source>Show the English meaning under each Chinese token</source>
        <translation>在每个中文词元下面标注它的英文意思</translation>
    </message>
    <message>
        <source>Zoom o&amp;ut</source>
        <translation>缩小(&amp;U)</translation>
    </message>
    <message>
        <source>Show more tokens of the focused head, smaller</source>
        <translation>多显示聚焦头的一些词元，显示得更小</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>适合窗口(&amp;F)</translation>
    </message>
    <message>
        <source>One row and one column per word: sum over keys, mean over queries</source>
        <translation>每个词一行一列：键求和，查询取平均</translation>
    </message>
    <message>
        <source>Show all tokens of the focused head</source>
        <translation>显示聚焦头的所有词元</translation>
    </message>
    <message>
        <source>Show as &amp;table…</source>
        <translation>以表格显示(&amp;T)…</translation>
    </message>
    <message>
        <source>List the weights of the current picture as numbers</source>
        <translation>用数字列出当前图中的权重</translation>
    </message>
    <message>
        <source>&amp;Branch on the next candidate</source>
        <translation>用下一个候选另开分支(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Type a token…</source>
        <translation>输入词元(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Own target…</source>
        <translation>自定目标句(&amp;O)…</translation>
    </message>
    <message>
        <source>Teacher forcing: see how the model scores your target</source>
        <translation>教师强制：查看模型给你的目标句的概率</translation>
    </message>
    <message>
        <source>&amp;Next branch</source>
        <translation>下一个分支(&amp;N)</translation>
    </message>
    <message>
        <source>Show the branch below this one in the list</source>
        <translation>显示列表中下面的分支</translation>
    </message>
    <message>
        <source>&amp;Previous branch</source>
        <translation>上一个分支(&amp;P)</translation>
    </message>
    <message>
        <source>Show the branch above this one in the list</source>
        <translation>显示列表中上面的分支</translation>
    </message>
    <message>
        <source>Go to the &amp;list</source>
        <translation>转到列表(&amp;L)</translation>
    </message>
    <message>
        <source>Choose among the branches with the arrow keys</source>
        <translation>用方向键选择分支</translation>
    </message>
    <message>
        <source>&amp;Rename branch…</source>
        <translation>重命名分支(&amp;R)…</translation>
    </message>
    <message>
        <source>Give this branch a name</source>
        <translation>给这个分支命名</translation>
    </message>
    <message>
        <source>&amp;Delete branch</source>
        <translation>删除分支(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Compare with the parent branch</source>
        <translation>与父分支对比(&amp;C)</translation>
    </message>
    <message>
        <source>Show both texts, and how their attention differs</source>
        <translation>显示两者的文本，以及注意力的差别</translation>
    </message>
    <message>
        <source>&amp;Stop comparing</source>
        <translation>停止对比(&amp;S)</translation>
    </message>
    <message>
        <source>Show this branch alone</source>
        <translation>只显示这个分支</translation>
    </message>
    <message>
        <source>Attention &amp;options</source>
        <translation>注意力选项(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Special tokens</source>
        <translation>特殊词元(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;cale</source>
        <translation>刻度(&amp;C)</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>颜色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Mark heads by</source>
        <translation>头的标记(&amp;M)</translation>
    </message>
    <message>
        <source>Bra&amp;nches</source>
        <translation>分支(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Hide or re&amp;veal</source>
        <translation>遮住与揭开(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Row labels</source>
        <translation>行标签(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>P&amp;icture</source>
        <translation>视图方式(&amp;I)</translation>
    </message>
    <message>
        <source>He&amp;ads together</source>
        <translation>头的组合(&amp;A)</translation>
    </message>
    <message>
        <source>Cross-attention lin&amp;ks</source>
        <translation>交叉注意力的连线(&amp;K)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Sce&amp;nes</source>
        <translation>场景(&amp;N)</translation>
    </message>
    <message>
        <source>P&amp;redict, then see</source>
        <translation>先预测，再看结果(&amp;R)</translation>
    </message>
    <message>
        <source>Inter&amp;ventions</source>
        <translation>干预(&amp;V)</translation>
    </message>
    <message>
        <source>Load &amp;model</source>
        <translation>加载模型(&amp;M)</translation>
    </message>
    <message>
        <source>Comp&amp;ute on</source>
        <translation>计算设备(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Understand</source>
        <translation>理解(&amp;U)</translation>
    </message>
    <message>
        <source>T&amp;rain</source>
        <translation>训练(&amp;R)</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>No font on this machine has Chinese characters, so they show as boxes: install one ({package} on Debian and Ubuntu), then start Headlight again.</source>
        <translation>本机没有含汉字的字体，汉字会显示成方框：请安装一个（Debian 和 Ubuntu 上是 {package}），然后重新启动 Headlight。</translation>
    </message>
    <message>
        <source>{name!r} is not a valid run name.</source>
        <translation>{name!r} 不是有效的训练名称。</translation>
    </message>
    <message>
        <source>A vocabulary must begin with {expected}, not {found!r}.</source>
        <translation>词表必须以 {expected} 开头，而不是 {found!r}。</translation>
    </message>
    <message>
        <source>A watch covers one training; create a new one for the next.</source>
        <translation>一个 watch 只用于一次训练；下一次请另建一个。</translation>
    </message>
    <message>
        <source>And {count} more.</source>
        <translation>另有 {count} 条。</translation>
    </message>
    <message>
        <source>Arabic letters</source>
        <translation>阿拉伯字母</translation>
    </message>
    <message>
        <source>Chinese characters</source>
        <translation>汉字</translation>
    </message>
    <message>
        <source>Control characters were removed: {characters}.</source>
        <translation>已去掉控制字符：{characters}。</translation>
    </message>
    <message>
        <source>Cyrillic letters</source>
        <translation>西里尔字母</translation>
    </message>
    <message>
        <source>Devanagari letters</source>
        <translation>天城文字母</translation>
    </message>
    <message>
        <source>Greek letters</source>
        <translation>希腊字母</translation>
    </message>
    <message>
        <source>Hebrew letters</source>
        <translation>希伯来字母</translation>
    </message>
    <message>
        <source>Not UTF-8 text (byte {byte}).</source>
        <translation>这不是 UTF-8 文本（第 {byte} 字节处）。</translation>
    </message>
    <message>
        <source>Its kinds of attention have different numbers of layers × heads ({shapes}); only models with equal numbers can be shown.</source>
        <translation>它的各类注意力的层数 × 头数不同（{shapes}）；只有各类相同的模型才能显示。</translation>
    </message>
    <message>
        <source>Japanese kana</source>
        <translation>日文假名</translation>
    </message>
    <message>
        <source>Korean letters</source>
        <translation>韩文字母</translation>
    </message>
    <message>
        <source>Latin letters</source>
        <translation>拉丁字母</translation>
    </message>
    <message>
        <source>Drop to open the session {name}.</source>
        <translation>松开鼠标，打开会话 {name}。</translation>
    </message>
    <message>
        <source>Drop to open the model {name}.</source>
        <translation>松开鼠标，打开模型 {name}。</translation>
    </message>
    <message>
        <source>Drop to open the run {name}.</source>
        <translation>松开鼠标，打开训练 {name}。</translation>
    </message>
    <message>
        <source>Drop to open the lesson {name}.</source>
        <translation>松开即可打开课程 {name}。</translation>
    </message>
    <message>
        <source>Drop to import the model {name}.</source>
        <translation>松开鼠标，导入模型 {name}。</translation>
    </message>
    <message>
        <source>Drop to train on the pairs in {name}.</source>
        <translation>松开鼠标，用 {name} 的句对训练。</translation>
    </message>
    <message>
        <source>Drop to train on {source} with its line-by-line translation {target}.</source>
        <translation>松开鼠标，用 {source} 及其逐行译文 {target} 训练。</translation>
    </message>
    <message>
        <source>Line {line}: {error}</source>
        <translation>第 {line} 行：{error}</translation>
    </message>
    <message>
        <source>The file name {name!r} is not valid on all systems; use {other!r}.</source>
        <translation>文件名 {name!r} 并非在所有系统上都有效；请改用 {other!r}。</translation>
    </message>
    <message>
        <source>No model is loaded yet: open or train one first.</source>
        <translation>还没有加载模型：请先打开或训练一个。</translation>
    </message>
    <message>
        <source>No pair of {corpus} fits max_len ({max_len}).</source>
        <translation>{corpus} 中没有一个句对符合 max_len（{max_len}）。</translation>
    </message>
    <message>
        <source>This session has no translation: there is no trace to show.</source>
        <translation>这个会话里还没有翻译：没有可显示的记录。</translation>
    </message>
    <message>
        <source>Watching has not started: begin with “with … as watch:”.</source>
        <translation>还没有开始旁观：它从“with … as watch:”开始。</translation>
    </message>
    <message>
        <source>Only files can be dropped here; drop sentences on Source.</source>
        <translation>这里只能放入文件；句子请拖到“源句”中。</translation>
    </message>
    <message>
        <source>Only {most:,} pairs of {name} can be held out, not {heldout:,}: the others share sentences with them or with many pairs.</source>
        <translation>{name} 只能留出 {most:,} 对，不能留出 {heldout:,} 对：其余的句对与它们或与许多句对共用句子。</translation>
    </message>
    <message>
        <source>Process {rank} of {count} cannot join the others: {error}</source>
        <translation>共 {count} 个进程，其中第 {rank} 个无法加入：{error}</translation>
    </message>
    <message>
        <source>Process {rank} of {count} lost contact with the others: {error}</source>
        <translation>共 {count} 个进程，其中第 {rank} 个与其他进程失去联系：{error}</translation>
    </message>
    <message>
        <source>Unexpected error: {error}.</source>
        <translation>发生了意外错误：{error}。</translation>
    </message>
    <message>
        <source>Thai letters</source>
        <translation>泰文字母</translation>
    </message>
    <message>
        <source>The attention {path} is not in a numbered layer.</source>
        <translation>注意力 {path} 不在带编号的层中。</translation>
    </message>
    <message>
        <source>The branches of the session take more than {limit} MB. Delete some.</source>
        <translation>会话的分支超过 {limit} MB。请删除一些。</translation>
    </message>
    <message>
        <source>The configuration has an unknown field {name!r}.</source>
        <translation>配置中有未知字段 {name!r}。</translation>
    </message>
    <message>
        <source>The cross attention is {shape}, but the encoder reads {source} tokens and the decoder {target}.</source>
        <translation>交叉注意力的形状是 {shape}，但编码器读入 {source} 个词元，解码器 {target} 个。</translation>
    </message>
    <message>
        <source>The experiment {experiment} has no arm {name!r}.</source>
        <translation>实验 {experiment} 没有 {name!r} 这一组。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be created: {reason}.</source>
        <translation>无法创建文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be moved: {reason}.</source>
        <translation>无法移动文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>The forward pass of {name} called none of its attention modules.</source>
        <translation>{name} 的前向计算没有用到它的任何注意力模块。</translation>
    </message>
    <message>
        <source>The given target has {tokens} tokens; there is room for {largest}.</source>
        <translation>给定的目标句有 {tokens} 个词元；最多容纳 {largest} 个。</translation>
    </message>
    <message>
        <source>The gradient became {value} at update {update}; try a learning rate below {rate:.2g}.</source>
        <translation>梯度在第 {update} 次更新时变成了 {value}；请试试低于 {rate:.2g} 的学习率。</translation>
    </message>
    <message>
        <source>The layer {place} has {count} norms, not {expected}: {names}.</source>
        <translation>层 {place} 有 {count} 个归一化，而不是 {expected} 个：{names}。</translation>
    </message>
    <message>
        <source>{root} has attention only in layers {numbers}.</source>
        <translation>{root} 只有第 {numbers} 层有注意力。</translation>
    </message>
    <message>
        <source>The loss became {value} at update {update}; try a learning rate below {rate:.2g}.</source>
        <translation>第 {update} 次更新时损失变成了 {value}；请试试低于 {rate:.2g} 的学习率。</translation>
    </message>
    <message>
        <source>The loss has grown to {value:.1f} at update {update}; try a learning rate below {rate:.2g}.</source>
        <translation>损失在第 {update} 次更新时升到了 {value:.1f}；请试试低于 {rate:.2g} 的学习率。</translation>
    </message>
    <message>
        <source>The machine slept for about {minutes} minutes; the run continues.</source>
        <translation>本机休眠了约 {minutes} 分钟；训练从原处继续。</translation>
    </message>
    <message>
        <source>The merge of {left!r} and {right!r} is not in the vocabulary.</source>
        <translation>{left!r} 与 {right!r} 合并的结果不在词表中。</translation>
    </message>
    <message>
        <source>The model from the end of epoch {epoch} is kept.</source>
        <translation>第 {epoch} 轮结束时的模型已保留。</translation>
    </message>
    <message>
        <source>The model attends over {count} tokens, but the probe {tokens!r} has {found}.</source>
        <translation>模型的注意力覆盖 {count} 个词元，但探针 {tokens!r} 有 {found} 个。</translation>
    </message>
    <message>
        <source>The model returned None instead of weights; load a Hugging Face model with attn_implementation=&quot;eager&quot; and call it with output_attentions=True.</source>
        <translation>模型返回的是 None，而不是权重；加载 Hugging Face 的模型时请用 attn_implementation=&quot;eager&quot;，调用时加 output_attentions=True。</translation>
    </message>
    <message>
        <source>The model in {path} is not the one of its session.</source>
        <translation>{path} 里的模型不是这个会话的模型。</translation>
    </message>
    <message>
        <source>The model needs a name.</source>
        <translation>模型需要一个名称。</translation>
    </message>
    <message>
        <source>The model was saved as {path}.</source>
        <translation>模型已保存为 {path}。</translation>
    </message>
    <message>
        <source>The model {name} of this session is not on this computer: recorded results can be viewed, but nothing new can be computed. Open its file, or another model.</source>
        <translation>这个会话的模型 {name} 不在这台电脑上：记录下来的内容可以查看，但不能再计算新的。请打开它的文件，或打开另一个模型。</translation>
    </message>
    <message>
        <source>The name {name!r} has {length} characters; at most {most} are allowed.</source>
        <translation>名称 {name!r} 有 {length} 个字符；最多 {most} 个。</translation>
    </message>
    <message>
        <source>The name {name!r} contains an invalid character.</source>
        <translation>名称 {name!r} 含有无效字符。</translation>
    </message>
    <message>
        <source>The name {name!r} is taken: choose another one.</source>
        <translation>名称 {name!r} 已被占用：请换一个。</translation>
    </message>
    <message>
        <source>The name {name!r} must not contain “/” or “\”.</source>
        <translation>名称 {name!r} 中不能有“/”或“\”。</translation>
    </message>
    <message>
        <source>The probe {probe!r} is not a list of ids; pass ids, and labels as tokens=[…].</source>
        <translation>探针 {probe!r} 不是编号列表；请给出编号，标签用 tokens=[…] 给出。</translation>
    </message>
    <message>
        <source>The run {name!r} is being trained: stop it first.</source>
        <translation>{name!r} 正在训练：请先停止它。</translation>
    </message>
    <message>
        <source>The run {run!r} has no usable model at present.</source>
        <translation>{run!r} 这次训练目前没有可用的模型。</translation>
    </message>
    <message>
        <source>The sentence is empty: type one for the model to read.</source>
        <translation>句子是空的：请输入一个句子让模型读。</translation>
    </message>
    <message>
        <source>The sentence “{start}” has {tokens} tokens; this model reads at most {largest}.</source>
        <translation>句子“{start}”有 {tokens} 个词元；这个模型最多读入 {largest} 个。</translation>
    </message>
    <message>
        <source>The session has {count} branches; at most {most} can be saved. Delete some.</source>
        <translation>会话有 {count} 个分支，最多能保存 {most} 个。请删除一些。</translation>
    </message>
    <message>
        <source>The last session cannot be restored: {error}</source>
        <translation>无法恢复上次的会话：{error}</translation>
    </message>
    <message>
        <source>The session was saved as {path}.</source>
        <translation>会话已保存为 {path}。</translation>
    </message>
    <message>
        <source>The settings file is damaged; Headlight uses default settings and keeps the old file as {path}.</source>
        <translation>设置文件已损坏；Headlight 使用默认设置，并把原文件保留为 {path}。</translation>
    </message>
    <message>
        <source>Cannot read the settings file {path} ({reason}); Headlight uses default settings.</source>
        <translation>无法读取设置文件 {path}（{reason}）；Headlight 以默认设置启动。</translation>
    </message>
    <message>
        <source>The source is empty: type a sentence to translate.</source>
        <translation>源句是空的：请输入要翻译的句子。</translation>
    </message>
    <message>
        <source>The source “{start}” has {tokens} tokens: all heads for up to {steps} target tokens would need {needed} MB; the limit is {limit} MB. Translate it in parts.</source>
        <translation>源句“{start}”有 {tokens} 个词元：目标句至多 {steps} 个词元时，所有头共需 {needed} MB，上限为 {limit} MB。请分段翻译。</translation>
    </message>
    <message>
        <source>The source “{start}” has {tokens} tokens; this model reads at most {largest}.</source>
        <translation>源句“{start}”有 {tokens} 个词元；这个模型最多读入 {largest} 个。</translation>
    </message>
    <message>
        <source>The target “{start}” contains words this model cannot write: {words}</source>
        <translation>目标句“{start}”里有这个模型写不出的内容：{words}</translation>
    </message>
    <message>
        <source>The target “{start}” has {tokens} tokens; this model reads at most {largest}.</source>
        <translation>目标句“{start}”有 {tokens} 个词元；这个模型最多读入 {largest} 个。</translation>
    </message>
    <message>
        <source>The tokenizer has a token with the id {id}, but the model&apos;s tables have {rows} rows.</source>
        <translation>分词器中有编号为 {id} 的词元，而模型的表只有 {rows} 行。</translation>
    </message>
    <message>
        <source>The tokenizer level {level!r} must be word or bpe.</source>
        <translation>分词器的级别 {level!r} 必须是 word 或 bpe。</translation>
    </message>
    <message>
        <source>The tokenizer of the {family} model cannot be used: {error}</source>
        <translation>{family} 模型的分词器无法使用：{error}</translation>
    </message>
    <message>
        <source>The translation repeats itself: “{phrase}” occurs {times} times in a row. Greedy decoding (always the most probable token) can loop; try another candidate.</source>
        <translation>译文在重复：“{phrase}”连续出现 {times} 次。贪心解码（总是取最可能的词元）可能陷入循环；请试试另一个候选词元。</translation>
    </message>
    <message>
        <source>The translation repeats itself: “{phrase}” occurs {times} times. Greedy decoding (always the most probable token) can loop; try another candidate.</source>
        <translation>译文在重复：“{phrase}”出现了 {times} 次。贪心解码（总是取最可能的词元）可能陷入循环；请试试另一个候选词元。</translation>
    </message>
    <message>
        <source>The vocabulary contains a token twice.</source>
        <translation>词表中有重复的词元。</translation>
    </message>
    <message>
        <source>The weights contain a batch of {count} sentences; pass one of them, as in [layer[:1] for layer in weights].</source>
        <translation>权重里有一批 {count} 个句子；请只给其中一个，例如 [layer[:1] for layer in weights]。</translation>
    </message>
    <message>
        <source>The {family} model has tensors that cannot be mapped: {names} ({count} in all).</source>
        <translation>{family} 模型中有张量无法对应：{names}（共 {count} 个）。</translation>
    </message>
    <message>
        <source>The {kind} attention of one forward pass has {shapes} as [heads, query, key]; only layers of one shape can be shown together.</source>
        <translation>一次前向计算中 {kind} 注意力的 [heads, query, key] 有 {shapes}；只有形状相同的层才能一起显示。</translation>
    </message>
    <message>
        <source>There are no moments to animate: this run has no recorded attention.</source>
        <translation>没有可做成动画的时刻：这次训练没有记录注意力。</translation>
    </message>
    <message>
        <source>There are {count} predicted tokens for {rows} query tokens.</source>
        <translation>有 {rows} 个查询词元，却有 {count} 个预测词元。</translation>
    </message>
    <message>
        <source>Found {count} stacks whose layers have {attentions} attentions, as in a {stack}; exactly one is expected: {names}. Attentions are in {places}.</source>
        <translation>每层有 {attentions} 个注意力（如同 {stack}）的层组应恰有一组，这里却有 {count} 组：{names}。注意力位于 {places}。</translation>
    </message>
    <message>
        <source>There is no attention {kind!r} here. Kinds: {kinds}.</source>
        <translation>这里没有注意力 {kind!r}。种类：{kinds}。</translation>
    </message>
    <message>
        <source>There is no attention {place}.</source>
        <translation>没有注意力 {place}。</translation>
    </message>
    <message>
        <source>Checkpoint not found: {path}.</source>
        <translation>找不到检查点 {path}。</translation>
    </message>
    <message>
        <source>Unknown device {name!r}. Devices: {devices}.</source>
        <translation>没有设备 {name!r}。可用的设备名：{devices}。</translation>
    </message>
    <message>
        <source>No display: a window cannot open here. Open the saved file elsewhere with headlight open.</source>
        <translation>没有显示器，这里无法打开窗口；保存下来的内容可以在别处用 headlight open 打开。</translation>
    </message>
    <message>
        <source>No display: {path} cannot be opened in a window.</source>
        <translation>没有显示器，无法打开窗口显示 {path}。</translation>
    </message>
    <message>
        <source>Unknown experiment {name!r}. Experiments: {experiments}.</source>
        <translation>没有实验 {name!r}。现有实验：{experiments}。</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head} does not exist: {model} has {layers} layers of {heads} heads.</source>
        <translation>没有第 {layer} 层的第 {head} 个头：{model} 有 {layers} 层，每层 {heads} 个头。</translation>
    </message>
    <message>
        <source>File not found: {path}.</source>
        <translation>没有文件 {path}。</translation>
    </message>
    <message>
        <source>--probe selects a recorded sentence of a run, and there is no run {text!r}.</source>
        <translation>--probe 用来在一次训练所记录的句子中选择，而没有名为 {text!r} 的训练。</translation>
    </message>
    <message>
        <source>--{name} applies to sentences only: {run!r} is a run with recorded weights.</source>
        <translation>--{name} 用于句子：{run!r} 是一次训练，它的权重已经记录下来。</translation>
    </message>
    <message>
        <source>A loss must be one number, not {found}.</source>
        <translation>损失应是一个数，而不是 {found}。</translation>
    </message>
    <message>
        <source>A name cannot begin with a dot.</source>
        <translation>名称不能以点开头。</translation>
    </message>
    <message>
        <source>A sentence must be text, not {text!r}.</source>
        <translation>句子必须是文本，而不是 {text!r}。</translation>
    </message>
    <message>
        <source>This page translates without positions, but this model does not translate: it has only a decoder.</source>
        <translation>此处演示去掉位置后的翻译，而此模型不做翻译：它只有解码器。</translation>
    </message>
    <message>
        <source>This page translates without positions, but this model does not translate: it has only an encoder.</source>
        <translation>此处演示去掉位置后的翻译，而此模型不做翻译：它只有编码器。</translation>
    </message>
    <message>
        <source>BLEU compares a translation with a reference, but this model does not translate: it has only a decoder, which continues a prompt.</source>
        <translation>BLEU 把译文与参考译文比较，而此模型不做翻译：它只有解码器，只会续写提示。</translation>
    </message>
    <message>
        <source>BLEU compares a translation with a reference, but this model does not translate: it has only an encoder, which fills in masked tokens.</source>
        <translation>BLEU 把译文与参考译文比较，而此模型不做翻译：它只有编码器，只会填充被遮住的词元。</translation>
    </message>
    <message>
        <source>Outside the layers there is no table with {width} columns: none of {names} is an embedding.</source>
        <translation>除各层之外没有 {width} 列的表：{names} 都不是词嵌入。</translation>
    </message>
    <message>
        <source>Encoder and decoder have different values of {name}: {values}.</source>
        <translation>编码器和解码器的 {name} 值不同：{values}。</translation>
    </message>
    <message>
        <source>Headlight ended unexpectedly last time, before it could save what was on screen.</source>
        <translation>Headlight 上次意外结束，当时屏幕上的内容还没有来得及保留。</translation>
    </message>
    <message>
        <source>In bfloat16 the loss became {value:.4g} at update {update}: continuing in float32 from the weights of update {back}.</source>
        <translation>用 bfloat16 训练时，第 {update} 次更新的损失变成了 {value:.4g}：改用 float32，从第 {back} 次更新的权重继续。</translation>
    </message>
    <message>
        <source>No line of {path} could be translated. Line 1: {error}</source>
        <translation>{path} 中没有一行可以翻译。第 1 行：{error}</translation>
    </message>
    <message>
        <source>The {family} model has no tensor for {name}.</source>
        <translation>{family} 模型中没有对应 {name} 的张量。</translation>
    </message>
    <message>
        <source>Only one of encoder and decoder has {name}.</source>
        <translation>编码器和解码器中只有一个有 {name}。</translation>
    </message>
    <message>
        <source>Source and target share their embedding, but their vocabularies have {source} and {target} tokens.</source>
        <translation>源端与目标端共用词嵌入，但两者的词表分别有 {source} 个和 {target} 个词元。</translation>
    </message>
    <message>
        <source>Teacher forcing trains a decoder, but this model has only an encoder: it learns from masked tokens.</source>
        <translation>教师强制用来训练解码器，而此模型只有编码器：它从被遮住的词元中学习。</translation>
    </message>
    <message>
        <source>The SentencePiece model is not readable: {e}.</source>
        <translation>无法读取 SentencePiece 模型：{e}。</translation>
    </message>
    <message>
        <source>Unknown activation {value}; supported: {known}.</source>
        <translation>激活函数 {value} 不在支持的范围内：{known}。</translation>
    </message>
    <message>
        <source>The animation was saved as {path}.</source>
        <translation>动画已保存为 {path}。</translation>
    </message>
    <message>
        <source>The layers have different values of {name}: {values}.</source>
        <translation>各层的 {name} 值不同：{values}。</translation>
    </message>
    <message>
        <source>This page shows encoder and decoder masks; {model} has only one of the two.</source>
        <translation>这里显示的是编码器和解码器的掩码；{model} 只有其中之一。</translation>
    </message>
    <message>
        <source>The model in {path} cannot be used: {error}</source>
        <translation>无法使用 {path} 中的模型：{error}</translation>
    </message>
    <message>
        <source>The values were saved as {path}.</source>
        <translation>数值已保存为 {path}。</translation>
    </message>
    <message>
        <source>The picture was saved as {path}.</source>
        <translation>图片已保存为 {path}。</translation>
    </message>
    <message>
        <source>The prompt is empty: type a text for the model to continue.</source>
        <translation>提示为空：请输入一段文本，让模型续写。</translation>
    </message>
    <message>
        <source>The prompt “{start}” has {tokens} tokens; this model reads at most {largest}.</source>
        <translation>提示“{start}”有 {tokens} 个词元；此模型最多读 {largest} 个。</translation>
    </message>
    <message>
        <source>The recorded moment on screen was saved as {path}; your own translation is not in that file.</source>
        <translation>屏幕上这个记录的时刻已保存为 {path}；你自己的翻译不在这个文件里。</translation>
    </message>
    <message>
        <source>The report was saved as {path}.</source>
        <translation>报告已保存为 {path}。</translation>
    </message>
    <message>
        <source>The report was stopped: {path} was not saved.</source>
        <translation>报告已停止：未保存 {path}。</translation>
    </message>
    <message>
        <source>The text repeats itself: “{phrase}” occurs {times} times. Greedy decoding (always the most probable token) can loop; try another candidate.</source>
        <translation>文本在重复：“{phrase}”出现了 {times} 次。贪心解码（总是取最可能的词元）可能陷入循环；请试试另一个候选词元。</translation>
    </message>
    <message>
        <source>The vocabulary has no token {id}.</source>
        <translation>词表中没有编号为 {id} 的词元。</translation>
    </message>
    <message>
        <source>The {family} model does not state {names}: give each as --{name} VALUE; `headlight import FILE --dry-run` lists the possible values.</source>
        <translation>{family} 模型没有说明 {names}：请逐一给出，如 --{name} 值；`headlight import FILE --dry-run` 会列出可选的值。</translation>
    </message>
    <message>
        <source>The {family} model does not state {name}: give it with --{name}.</source>
        <translation>{family} 模型没有说明 {name}：请用 --{name} 给出。</translation>
    </message>
    <message>
        <source>The {family} model has no tensor {name}.</source>
        <translation>{family} 模型中没有张量 {name}。</translation>
    </message>
    <message>
        <source>The {family} model has the attribute {name} ({value}), which is not supported.</source>
        <translation>{family} 模型有属性 {name}（{value}），这里不支持。</translation>
    </message>
    <message>
        <source>There are no steps to animate: type a sentence first.</source>
        <translation>没有可做成动画的步骤：请先输入一个句子。</translation>
    </message>
    <message>
        <source>File not found: {name!r}.</source>
        <translation>没有文件 {name!r}。</translation>
    </message>
    <message>
        <source>Unknown language {language!r}. Languages: {known}.</source>
        <translation>没有语言 {language!r}。可用的语言：{known}。</translation>
    </message>
    <message>
        <source>There is no matrix {name}.</source>
        <translation>没有矩阵 {name}。</translation>
    </message>
    <message>
        <source>Model or file not found: {name!r}. Models: {models}.</source>
        <translation>没有模型或文件 {name!r}。现有模型：{models}。</translation>
    </message>
    <message>
        <source>There is no norm {path}.</source>
        <translation>没有归一化 {path}。</translation>
    </message>
    <message>
        <source>Unknown setting {name!r}. Settings: {known}.</source>
        <translation>没有名为 {name!r} 的参数可设。可设的参数：{known}。</translation>
    </message>
    <message>
        <source>There is no picture to save yet.</source>
        <translation>这里还没有可以保存的图。</translation>
    </message>
    <message>
        <source>Unknown preset {name!r}. Presets: {presets}.</source>
        <translation>没有预设 {name!r}。现有预设：{presets}。</translation>
    </message>
    <message>
        <source>There is no run {name!r}, nor a run folder of that name.</source>
        <translation>没有训练 {name!r}，也没有这样的训练文件夹。</translation>
    </message>
    <message>
        <source>The run {run!r} no longer exists.</source>
        <translation>{run!r} 这次训练已不存在。</translation>
    </message>
    <message>
        <source>There is no sentence {number}: this run has recorded {count}.</source>
        <translation>没有第 {number} 个句子：这次训练记录了 {count} 个。</translation>
    </message>
    <message>
        <source>There is no step {step}: the translation has {count}.</source>
        <translation>没有第 {step} 步：译文共有 {count} 步。</translation>
    </message>
    <message>
        <source>No position table found: no tensor outside the layers has width {width}.</source>
        <translation>找不到位置编码表：除各层之外没有宽度为 {width} 的张量。</translation>
    </message>
    <message>
        <source>Unknown task or file {name!r}. Tasks: {tasks}; or a .tsv file, or SOURCE,TARGET.</source>
        <translation>没有任务或文件 {name!r}。现有任务：{tasks}；也可以是 .tsv 文件，或“源文件,目标文件”。</translation>
    </message>
    <message>
        <source>There is no word in “{start}”: type the target.</source>
        <translation>“{start}”里没有词：请输入目标句。</translation>
    </message>
    <message>
        <source>There is no {name} {number!r}: numbers run from 1 to {count}, as in the window.</source>
        <translation>没有 {name} {number!r}：从 1 数到 {count}，与窗口中一致。</translation>
    </message>
    <message>
        <source>Not enough memory.</source>
        <translation>内存不足，无法完成。</translation>
    </message>
    <message>
        <source>Nothing to read: stdin is closed.</source>
        <translation>没有可读的内容：标准输入已关闭。</translation>
    </message>
    <message>
        <source>These are not attention weights: the largest is {largest:.4g}; expected 0 … 1 after softmax.</source>
        <translation>这些不是注意力权重：最大的是 {largest:.4g}，而 softmax 之后应在 0 … 1 之间。</translation>
    </message>
    <message>
        <source>This installation has no texts in the chosen language; Headlight uses English.</source>
        <translation>此安装中没有所选语言的文本；Headlight 将使用英语。</translation>
    </message>
    <message>
        <source>This model knows no token in “{start}”: it was trained on other characters.</source>
        <translation>这个模型完全不认识“{start}”：它是用其他字符训练的。</translation>
    </message>
    <message>
        <source>This picture has no values. Click one that has, and try again.</source>
        <translation>这幅图没有数值。请点击一幅有数值的图，再试一次。</translation>
    </message>
    <message>
        <source>This sentence cannot be animated: it was not recorded at every moment.</source>
        <translation>这个句子无法做成动画：有的时刻没有记录它。</translation>
    </message>
    <message>
        <source>This session was saved without a model: recorded results can be viewed. Open a model to translate.</source>
        <translation>这个会话保存时没有模型：记录下来的内容可以查看。要翻译，请打开一个模型。</translation>
    </message>
    <message>
        <source>This tab builds masks for a source and a target, but this model has only a decoder: its only mask is the causal mask, shown in the attention tab.</source>
        <translation>本页构造源句与目标句的掩码，而此模型只有解码器：它只有因果掩码，注意力页已经画出。</translation>
    </message>
    <message>
        <source>This tab builds masks for a source and a target, but this model has only an encoder: every token may attend to every other.</source>
        <translation>本页构造源句与目标句的掩码，而此模型只有编码器：每个词元都可以关注其他所有词元。</translation>
    </message>
    <message>
        <source>This token is already masked: its prediction is shown.</source>
        <translation>这个词元已经被遮住了：显示的就是这里的预测。</translation>
    </message>
    <message>
        <source>Training needs pairs of source and target: a model with only an encoder or only a decoder cannot be trained here.</source>
        <translation>训练要从源句与目标句的句对中学习：只有编码器或只有解码器的模型不能在这里训练。</translation>
    </message>
    <message>
        <source>Unknown to this model, read as &lt;unk&gt;: {words}</source>
        <translation>这个模型不认识，按 &lt;unk&gt; 读入：{words}</translation>
    </message>
    <message>
        <source>Weights must be from 0 to 1, as a softmax returns them; {value:.4g} is not.</source>
        <translation>权重必须是 softmax 输出的 0 到 1 之间的值；{value:.4g} 不是。</translation>
    </message>
    <message>
        <source>Weights must have the shape {shapes}, not {found}.</source>
        <translation>权重的形状应为 {shapes}；这里是 {found}。</translation>
    </message>
    <message>
        <source>Weights of shape {shape} do not fit: expected [layers, heads, {rows}, {columns}], one row per query token and one column per key token.</source>
        <translation>形状为 {shape} 的权重不合适：需要 [layers, heads, {rows}, {columns}]，每个查询词元一行，每个键词元一列。</translation>
    </message>
    <message>
        <source>Cannot save the current state for the next start: {error}</source>
        <translation>无法把屏幕上的内容保留到下次启动：{error}</translation>
    </message>
    <message>
        <source>A lesson begins with title and minutes between two lines of ---.</source>
        <translation>课程以两行 --- 之间的 title 和 minutes 开头。</translation>
    </message>
    <message>
        <source>A question needs ask, kind, answer, right and wrong.</source>
        <translation>问题需要 ask、kind、answer、right 和 wrong。</translation>
    </message>
    <message>
        <source>A question of kind {kind!r} needs choices.</source>
        <translation>{kind!r} 类型的问题需要 choices。</translation>
    </message>
    <message>
        <source>Click another head to see what it attends to.</source>
        <translation>点击另一个头，看它关注什么。</translation>
    </message>
    <message>
        <source>Covered: {covers}. Press Space to reveal it.</source>
        <translation>已遮住：{covers}。按空格键揭开。</translation>
    </message>
    <message>
        <source>Cross-attention has no previous token: its keys are source tokens.</source>
        <translation>交叉注意力没有前一个词元：它的键是源端词元。</translation>
    </message>
    <message>
        <source>Expected a scene: a line ## Title.</source>
        <translation>这里应当是一个画面：一行 ## 标题。</translation>
    </message>
    <message>
        <source>HTML is not allowed: {tag}.</source>
        <translation>不允许使用 HTML：{tag}。</translation>
    </message>
    <message>
        <source>Heads are switched off in Look and Understand.</source>
        <translation>请在“观察”和“理解”里关闭头。</translation>
    </message>
    <message>
        <source>Lines such as NAME: VALUE are needed.</source>
        <translation>需要“名称: 值”这样的行。</translation>
    </message>
    <message>
        <source>No pair of the sample fits the model.</source>
        <translation>样本中没有适合这个模型的句对。</translation>
    </message>
    <message>
        <source>Nothing changes: {count} of the {total} {kind} heads can each be removed alone.</source>
        <translation>没有变化：{total} 个{kind}头中有 {count} 个可以各自单独去掉。</translation>
    </message>
    <message>
        <source>Nothing is changed.</source>
        <translation>没有任何干预。</translation>
    </message>
    <message>
        <source>Only blocks ```scene and ```question are allowed.</source>
        <translation>只允许 ```scene 和 ```question 代码块。</translation>
    </message>
    <message>
        <source>Point at a source word, or move the cursor to one.</source>
        <translation>请指向一个源词，或把光标移到源词上。</translation>
    </message>
    <message>
        <source>Press X to switch off the head in view, and see what changes.</source>
        <translation>按 X 关闭当前的头，看看有什么变化。</translation>
    </message>
    <message>
        <source>Press {keys} to continue with the second most probable token instead.</source>
        <translation>按 {keys}，改用概率第二高的词元继续。</translation>
    </message>
    <message>
        <source>Press {keys} to see how the next token, “{token}”, is chosen.</source>
        <translation>按 {keys}，看下一个词元“{token}”是怎样选出的。</translation>
    </message>
    <message>
        <source>Pruning needs two pairs at least: one orders heads, another scores.</source>
        <translation>剪除头至少需要两个句对：一个用来排序，另一个用来评分。</translation>
    </message>
    <message>
        <source>Read as single characters: {text}</source>
        <translation>按单个字符读取：{text}</translation>
    </message>
    <message>
        <source>Replace the output by its mean over {sample}; again: switch it on</source>
        <translation>用输出在{sample}上的均值替换它；再次选择则恢复</translation>
    </message>
    <message>
        <source>Row {row} of the weights at {site} attends to key {key}, which is masked.</source>
        <translation>{site} 的权重的第 {row} 行关注了第 {key} 个键，而它被掩蔽。</translation>
    </message>
    <message>
        <source>Scene {number} was saved without {what}.</source>
        <translation>场景 {number} 未保存：{what}。</translation>
    </message>
    <message>
        <source>The branch has no weights of {site} yet.</source>
        <translation>分支还没有 {site} 的权重。</translation>
    </message>
    <message>
        <source>The file cannot be read: {reason}.</source>
        <translation>无法读取该文件：{reason}。</translation>
    </message>
    <message>
        <source>The intervention {intervention} replaces a sum: its parts are not known.</source>
        <translation>干预 {intervention} 替换的是一个和：它的各个部分未知。</translation>
    </message>
    <message>
        <source>The lesson was saved as {path}.</source>
        <translation>课程已保存为 {path}。</translation>
    </message>
    <message>
        <source>The link {link} does not fit its sentences of {source} and {target} words.</source>
        <translation>对齐 {link} 与它的句子不符：它们有 {source} 个词和 {target} 个词。</translation>
    </message>
    <message>
        <source>The model cannot be saved in {folder}: {reason}. Choose another place with -o FILE.</source>
        <translation>无法将模型保存到 {folder}：{reason}。请用 -o FILE 选择其他位置。</translation>
    </message>
    <message>
        <source>The model finds no verb with an object in this sentence.</source>
        <translation>模型在这个句子里找不到带宾语的动词。</translation>
    </message>
    <message>
        <source>The model has no such head.</source>
        <translation>模型没有这个头。</translation>
    </message>
    <message>
        <source>The model reads statements, not questions or requests.</source>
        <translation>模型读的是陈述句，不是疑问句或祈使句。</translation>
    </message>
    <message>
        <source>The sentence is still being read.</source>
        <translation>句子还在读入。</translation>
    </message>
    <message>
        <source>The session has {count} scenes; at most {most} can be saved. Delete some.</source>
        <translation>该会话有 {count} 个场景；最多能保存 {most} 个。请删除一些。</translation>
    </message>
    <message>
        <source>The site {site} has no heads.</source>
        <translation>位点 {site} 没有头。</translation>
    </message>
    <message>
        <source>The site {site} is in {kinds}, not in {kind!r}.</source>
        <translation>位点 {site} 在 {kinds} 里，不在 {kind!r} 里。</translation>
    </message>
    <message>
        <source>The target is not complete yet: wait for its end, then feed it in again.</source>
        <translation>目标句还不完整：请等它结束，再重新输入它。</translation>
    </message>
    <message>
        <source>The text is too long: tokenizer.json can make its {size:,} bytes {growth:,.0f} times as long; at most {most:,} bytes are allowed.</source>
        <translation>文本过长：tokenizer.json 可能使其 {size:,} 个字节变为 {growth:,.0f} 倍；最多允许 {most:,} 个字节。</translation>
    </message>
    <message>
        <source>The text “{start}” has {characters:,} characters; at most {most:,} are read.</source>
        <translation>文本“{start}”有 {characters:,} 个字符；最多读取 {most:,} 个。</translation>
    </message>
    <message>
        <source>The texts of the session take more than {limit} MB. Delete some branches or scenes.</source>
        <translation>该会话的文本超过 {limit} MB。请删除一些分支或场景。</translation>
    </message>
    <message>
        <source>The title is missing.</source>
        <translation>缺少标题（title）。</translation>
    </message>
    <message>
        <source>The tokenizers library failed: {error}.</source>
        <translation>tokenizers 库出错：{error}。</translation>
    </message>
    <message>
        <source>The values at {site} are for {keys} keys; this run has {other}.</source>
        <translation>{site} 的值对应 {keys} 个键，而这次运行有 {other} 个。</translation>
    </message>
    <message>
        <source>The values at {site} are not all finite.</source>
        <translation>{site} 的值并非都是有限的数。</translation>
    </message>
    <message>
        <source>The values at {site} are not an array of numbers.</source>
        <translation>{site} 的值不是由数值组成的数组。</translation>
    </message>
    <message>
        <source>The values at {site} are {count} numbers; at most {most} are read.</source>
        <translation>{site} 有 {count} 个数值；最多读取 {most} 个。</translation>
    </message>
    <message>
        <source>The values at {site} have the shape {shape}, which does not have {dims} axes.</source>
        <translation>{site} 的值的形状是 {shape}，不是 {dims} 个轴。</translation>
    </message>
    <message>
        <source>The values at {site} have the shape {shape}; the model has {heads} heads of width {d_k}, and d_model {d_model}.</source>
        <translation>{site} 的值的形状是 {shape}，而模型有 {heads} 个宽度为 {d_k} 的头，d_model 为 {d_model}。</translation>
    </message>
    <message>
        <source>The worksheet does not fit on one page: {count} lines for answers are too many.</source>
        <translation>练习单一页放不下：供作答的 {count} 行太多。</translation>
    </message>
    <message>
        <source>There is no other branch.</source>
        <translation>没有其他分支。</translation>
    </message>
    <message>
        <source>There is no source token {word}: the sentence has {count}.</source>
        <translation>没有第 {word} 个源词元：这个句子有 {count} 个。</translation>
    </message>
    <message>
        <source>There is no step {step}: there are {count}.</source>
        <translation>没有第 {step} 步：一共 {count} 步。</translation>
    </message>
    <message>
        <source>There is no token {token!r} in: {known}.</source>
        <translation>找不到词元 {token!r}，现有词元：{known}。</translation>
    </message>
    <message>
        <source>This cannot be computed here: {what} is missing.</source>
        <translation>这里无法计算：缺少 {what}。</translation>
    </message>
    <message>
        <source>This is not a text file in UTF-8.</source>
        <translation>这不是 UTF-8 文本文件。</translation>
    </message>
    <message>
        <source>This is not valid YAML ({why}). A text with a colon needs quotation marks.</source>
        <translation>这不是有效的 YAML（{why}）。含有冒号的文本需要加引号。</translation>
    </message>
    <message>
        <source>This model has only an encoder and predicts masked tokens from a transform of its output that is not linear: its logits are not a sum of parts.</source>
        <translation>这个模型只有编码器，遮住的词元由其输出的非线性变换预测：它的 logit 不是各部分之和。</translation>
    </message>
    <message>
        <source>This page is hidden: it can show what is covered. Press Space to reveal it.</source>
        <translation>这一页已隐藏：它可能显示被遮住的内容。按空格键揭开。</translation>
    </message>
    <message>
        <source>This run is shipped with Headlight: it can only be looked at.</source>
        <translation>这次训练随 Headlight 附带：只能查看。</translation>
    </message>
    <message>
        <source>Translate a sentence first.</source>
        <translation>请先翻译一个句子。</translation>
    </message>
    <message>
        <source>Two interventions are on the same cells: {one} and {other}.</source>
        <translation>两个干预作用于相同的位置：{one} 和 {other}。</translation>
    </message>
    <message>
        <source>Unknown tab {tab!r}; tabs: {tabs}.</source>
        <translation>未知标签页 {tab!r}，可用：{tabs}。</translation>
    </message>
    <message>
        <source>With these changes</source>
        <translation>这些改动之后，</translation>
    </message>
    <message>
        <source>With this change</source>
        <translation>这样改动后，</translation>
    </message>
    <message>
        <source>With {words} hidden</source>
        <translation>隐藏{words}后，</translation>
    </message>
    <message>
        <source>Without these {count} heads</source>
        <translation>去掉这 {count} 个头后，</translation>
    </message>
    <message>
        <source>Without this head</source>
        <translation>去掉这个头后，</translation>
    </message>
    <message>
        <source>Words are aligned by cross-attention, not by {kind!r}.</source>
        <translation>词对齐使用交叉注意力，而不是 {kind!r}。</translation>
    </message>
    <message>
        <source>Your work on “{sentence}” is kept: see File › Open recent.</source>
        <translation>关于“{sentence}”的工作已保留：见“文件 › 最近打开”。</translation>
    </message>
    <message>
        <source>a mistake of the model: the second object, “a book”, is lost</source>
        <translation>模型的一个错误：第二个宾语 a book 丢失</translation>
    </message>
    <message>
        <source>a mistake of the model: the surname 马 (Ma) becomes “horse”</source>
        <translation>模型的一个错误：姓“马”被译成了“horse”</translation>
    </message>
    <message>
        <source>a newer</source>
        <translation>较新</translation>
    </message>
    <message>
        <source>a number: characters become digits</source>
        <translation>数字：汉字变成阿拉伯数字</translation>
    </message>
    <message>
        <source>a time that keeps its position</source>
        <translation>时间词保持原来的位置</translation>
    </message>
    <message>
        <source>all keys of the row masked</source>
        <translation>掩蔽这一行的所有键</translation>
    </message>
    <message>
        <source>all {kind} heads</source>
        <translation>全部{kind}头</translation>
    </message>
    <message>
        <source>an older</source>
        <translation>较旧</translation>
    </message>
    <message>
        <source>attention to the first token in {heads}</source>
        <translation>{heads} 只关注第一个词元</translation>
    </message>
    <message>
        <source>attention to the previous token in {heads}</source>
        <translation>{heads} 只关注前一个词元</translation>
    </message>
    <message>
        <source>attention to the token itself in {heads}</source>
        <translation>{heads} 只关注词元自身</translation>
    </message>
    <message>
        <source>back to the model&apos;s own masks</source>
        <translation>恢复模型自己的掩码</translation>
    </message>
    <message>
        <source>bfloat16 was requested, but this machine&apos;s {device} does not support it; using float32.</source>
        <translation>要求使用 bfloat16，但这台机器的 {device} 不支持；改用 float32。</translation>
    </message>
    <message>
        <source>branch created</source>
        <translation>新建分支</translation>
    </message>
    <message>
        <source>branch “{branch}” deleted</source>
        <translation>删除分支“{branch}”</translation>
    </message>
    <message>
        <source>branch “{branch}” renamed to “{name}”</source>
        <translation>将分支“{branch}”重命名为“{name}”</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>change to model “{model}”</source>
        <translation>换用模型“{model}”</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>d_model ({d_model}) must be divisible by n_heads ({n_heads}).</source>
        <translation>d_model（{d_model}）必须能被 n_heads（{n_heads}）整除。</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>decoder self-attention</source>
        <translation>解码器自注意力</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空行</translation>
    </message>
    <message>
        <source>empty source</source>
        <translation>源句为空</translation>
    </message>
    <message>
        <source>empty target</source>
        <translation>目标句为空</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>encoder_layers and decoder_layers cannot both be 0.</source>
        <translation>encoder_layers 和 decoder_layers 不能同时为 0。</translation>
    </message>
    <message>
        <source>encoder_{name} ({encoder}) and decoder_{name} ({decoder}) must be the same.</source>
        <translation>encoder_{name}（{encoder}）与 decoder_{name}（{decoder}）必须相同。</translation>
    </message>
    <message>
        <source>everything switched on again</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>given values in {heads}</source>
        <translation>{heads} 换成给定的值</translation>
    </message>
    <message>
        <source>headlight.watch needs a torch.nn.Module, not {found}.</source>
        <translation>headlight.watch 需要一个 torch.nn.Module，而不是 {found}。</translation>
    </message>
    <message>
        <source>headlight.watch needs at least one probe, and as many tokens as probes; it has {probes} and {tokens}.</source>
        <translation>headlight.watch 至少需要一个探针，tokens 要与探针一样多；现在是 {probes} 和 {tokens}。</translation>
    </message>
    <message>
        <source>heldout ({heldout:,}) must be at least 1 and at most a third of the {pairs:,} pairs of {name}.</source>
        <translation>heldout（{heldout:,}）至少为 1，至多为 {name} 的 {pairs:,} 对的三分之一。</translation>
    </message>
    <message>
        <source>it describes {expected:,} values but contains {found:,}.</source>
        <translation>它描述的参数有 {expected:,} 个，文件里却有 {found:,} 个。</translation>
    </message>
    <message>
        <source>it does not begin like a .safetensors file.</source>
        <translation>它的开头不是 .safetensors 文件的开头。</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>文件过早结束</translation>
    </message>
    <message>
        <source>it has become shorter</source>
        <translation>文件变短了</translation>
    </message>
    <message>
        <source>it has {size:,} bytes but declares {told:,}.</source>
        <translation>它有 {size:,} 字节，却声明有 {told:,} 字节。</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>its header has {size:,} bytes; the limit is {most:,}.</source>
        <translation>它的文件头有 {size:,} 字节；上限为 {most:,}。</translation>
    </message>
    <message>
        <source>key {number} of the row without keys changed</source>
        <translation>更改无键行的第 {number} 个键</translation>
    </message>
    <message>
        <source>later steps</source>
        <translation>之后的步骤</translation>
    </message>
    <message>
        <source>line {line}: {reason}</source>
        <translation>第 {line} 行：{reason}</translation>
    </message>
    <message>
        <source>line {line}: {reason}: “{text}”</source>
        <translation>第 {line} 行：{reason}：“{text}”</translation>
    </message>
    <message>
        <source>longer than {longest} words</source>
        <translation>超过 {longest} 个词</translation>
    </message>
    <message>
        <source>longer than {most:,} characters</source>
        <translation>超过 {most:,} 个字符</translation>
    </message>
    <message>
        <source>mask changed</source>
        <translation>更改掩码</translation>
    </message>
    <message>
        <source>mask in “{text}”</source>
        <translation>遮住“{text}”中的词元</translation>
    </message>
    <message>
        <source>mask of the head by hand</source>
        <translation>手算的头的掩码</translation>
    </message>
    <message>
        <source>max_len ({max_len}) × d_model ({d_model}) is too large: the maximum is {most:,}.</source>
        <translation>max_len ({max_len}) × d_model ({d_model}) 太大：最多为 {most:,}。</translation>
    </message>
    <message>
        <source>move to {device}</source>
        <translation>移到 {device}</translation>
    </message>
    <message>
        <source>name of the branch “{branch}” removed</source>
        <translation>去掉分支“{branch}”的名称</translation>
    </message>
    <message>
        <source>negation with 没有; the time moves to the end</source>
        <translation>用“没有”否定；时间移到句末</translation>
    </message>
    <message>
        <source>no tab between source and target</source>
        <translation>源句与目标句之间没有制表符</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>note of scene “{scene}”</source>
        <translation>场景“{scene}”的备注</translation>
    </message>
    <message>
        <source>number of the head by hand</source>
        <translation>手算的头的数值</translation>
    </message>
    <message>
        <source>one side is much longer than the other</source>
        <translation>一边比另一边长得多</translation>
    </message>
    <message>
        <source>other letters</source>
        <translation>其他文字</translation>
    </message>
    <message>
        <source>other sentences in the batch of masks</source>
        <translation>更换掩码批次中的句子</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>own target “{target}”</source>
        <translation>自定目标句“{target}”</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>probes must be a list, even of one: probes=[(src, tgt)], or probes=[src] for a network that reads one sequence.</source>
        <translation>probes 是一个列表，只有一个时也是：probes=[(src, tgt)]；只读一个序列的网络则写 probes=[src]。</translation>
    </message>
    <message>
        <source>puzzle</source>
        <translation>谜题</translation>
    </message>
    <message>
        <source>reordering: the object becomes the subject, the place stays at the end</source>
        <translation>语序：宾语变成主语，地点仍在句末</translation>
    </message>
    <message>
        <source>reset of the head by hand</source>
        <translation>重置手算的头</translation>
    </message>
    <message>
        <source>roles: “cat” and “dog” change places</source>
        <translation>角色：cat 和 dog 互换位置</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>run “{run}” deleted</source>
        <translation>删除训练“{run}”</translation>
    </message>
    <message>
        <source>scene “{scene}”</source>
        <translation>场景“{scene}”</translation>
    </message>
    <message>
        <source>scene “{scene}” added</source>
        <translation>添加场景“{scene}”</translation>
    </message>
    <message>
        <source>scene “{scene}” deleted</source>
        <translation>删除场景“{scene}”</translation>
    </message>
    <message>
        <source>scene “{scene}” duplicated</source>
        <translation>复制场景“{scene}”</translation>
    </message>
    <message>
        <source>scene “{scene}” moved</source>
        <translation>移动场景“{scene}”</translation>
    </message>
    <message>
        <source>scene “{scene}” renamed</source>
        <translation>重命名场景“{scene}”</translation>
    </message>
    <message>
        <source>scene “{scene}” updated</source>
        <translation>更新场景“{scene}”</translation>
    </message>
    <message>
        <source>sentence “{text}”</source>
        <translation>句子“{text}”</translation>
    </message>
    <message>
        <source>share_embeddings needs both an encoder and a decoder.</source>
        <translation>share_embeddings 需要同时有编码器和解码器。</translation>
    </message>
    <message>
        <source>shares a sentence with a held-out pair</source>
        <translation>与留出的句对共用句子</translation>
    </message>
    <message>
        <source>start from a trained head</source>
        <translation>从已训练的头开始</translation>
    </message>
    <message>
        <source>the other file has no matching line</source>
        <translation>另一个文件没有对应的行</translation>
    </message>
    <message>
        <source>the sentence on screen</source>
        <translation>屏幕上的句子</translation>
    </message>
    <message>
        <source>the tensor {name} contains infinite or NaN values.</source>
        <translation>张量 {name} 含有无穷大或 NaN。</translation>
    </message>
    <message>
        <source>the tensor {name} is {found}, not float32.</source>
        <translation>张量 {name} 是 {found}，而不是 float32。</translation>
    </message>
    <message>
        <source>token {number}</source>
        <translation>词元 {number}</translation>
    </message>
    <message>
        <source>uniform attention in {heads}</source>
        <translation>{heads} 均匀注意力</translation>
    </message>
    <message>
        <source>without {heads}</source>
        <translation>去掉：{heads}</translation>
    </message>
    <message>
        <source>without {heads} (zero)</source>
        <translation>去掉：{heads}（置零）</translation>
    </message>
    <message>
        <source>word order: a clause with 的 comes before its noun</source>
        <translation>语序：带“的”的从句在名词之前</translation>
    </message>
    <message>
        <source>word order: the place comes first in Chinese, last in English</source>
        <translation>语序：地点在中文里在句首，在英文里在句末</translation>
    </message>
    <message>
        <source>word order: 把 puts the object before the verb</source>
        <translation>语序：“把”使宾语出现在动词之前</translation>
    </message>
    <message>
        <source>{answer!r} is not the answer to a question of kind {kind!r}.</source>
        <translation>{answer!r} 不是 {kind!r} 类型问题的答案。</translation>
    </message>
    <message>
        <source>{cause} nothing changes.</source>
        <translation>{cause}没有变化。</translation>
    </message>
    <message>
        <source>{cause} nothing is written.</source>
        <translation>{cause}没有任何输出。</translation>
    </message>
    <message>
        <source>{cause} the output becomes “{text}”.</source>
        <translation>{cause}输出变成“{text}”。</translation>
    </message>
    <message>
        <source>{cause} the same target has log p {after} instead of {before}.</source>
        <translation>{cause}同一目标句的 log p 是 {after}，原来是 {before}。</translation>
    </message>
    <message>
        <source>{cause} the same target has log p {after} instead of {before}; “{token}” loses most: p {q} instead of {p}.</source>
        <translation>{cause}同一目标句的 log p 是 {after}，原来是 {before}；“{token}”下降最多：p 是 {q}，原来是 {p}。</translation>
    </message>
    <message>
        <source>{cause} {changes}; the other words stay.</source>
        <translation>{cause}{changes}；其余的词不变。</translation>
    </message>
    <message>
        <source>{count} heads</source>
        <translation>{count} 个头</translation>
    </message>
    <message>
        <source>{count} pairs</source>
        <translation>{count} 个句对</translation>
    </message>
    <message>
        <source>{count} pairs of {task}</source>
        <translation>{task} 的 {count} 个句对</translation>
    </message>
    <message>
        <source>{count} sentences with the model’s own output</source>
        <translation>{count} 个句子和模型自己的输出</translation>
    </message>
    <message>
        <source>{expression!r} is {answer}, which is none of the choices: {choices}.</source>
        <translation>{expression!r} 的值是 {answer}，不在选项中：{choices}。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {problem}</source>
        <translation>{file}，第 {line} 行：{problem}</translation>
    </message>
    <message>
        <source>{first}, {other}</source>
        <translation>{first}、{other}</translation>
    </message>
    <message>
        <source>{first}; {other}</source>
        <translation>{first}；{other}</translation>
    </message>
    <message>
        <source>{given} rows of values at {site} are for {rows} rows.</source>
        <translation>{site} 有 {given} 行值，却对应 {rows} 行。</translation>
    </message>
    <message>
        <source>{heads} from “{branch}”</source>
        <translation>{heads} 取自“{branch}”</translation>
    </message>
    <message>
        <source>{heads} frozen</source>
        <translation>{heads} 冻结</translation>
    </message>
    <message>
        <source>{heads} × {factor:g}</source>
        <translation>{heads} × {factor:g}</translation>
    </message>
    <message>
        <source>{how!r} at {site} takes no values.</source>
        <translation>{site} 的 {how!r} 不需要值。</translation>
    </message>
    <message>
        <source>{how!r} at {site}: no key is named.</source>
        <translation>{site} 的 {how!r}：没有指明键。</translation>
    </message>
    <message>
        <source>{how!r} at {site}: values are missing.</source>
        <translation>{site} 的 {how!r}：缺少值。</translation>
    </message>
    <message>
        <source>{how!r} is defined for self-attention only, not at {site}.</source>
        <translation>{how!r} 只对自注意力有定义，不适用于 {site}。</translation>
    </message>
    <message>
        <source>{how!r} makes no sense at {site}; allowed: {allowed}.</source>
        <translation>{how!r} 不适用于 {site}；可用的有：{allowed}。</translation>
    </message>
    <message>
        <source>{id} is not an id of the target vocabulary.</source>
        <translation>{id} 不是目标词表里的编号。</translation>
    </message>
    <message>
        <source>{intervention}</source>
        <translation>{intervention}</translation>
    </message>
    <message>
        <source>{intervention}: key {key} does not exist; the source has {keys} tokens.</source>
        <translation>{intervention}：第 {key} 个键不存在；源句有 {keys} 个词元。</translation>
    </message>
    <message>
        <source>{intervention}: the values of the mean are missing.</source>
        <translation>{intervention}：缺少均值。</translation>
    </message>
    <message>
        <source>{kind} layer {layer}</source>
        <translation>{kind}第 {layer} 层</translation>
    </message>
    <message>
        <source>{kind} {heads}</source>
        <translation>{kind} {heads}</translation>
    </message>
    <message>
        <source>{model} has learned statements whose verb has an object: expect mistakes, or try the example.</source>
        <translation>{model} 学的是动词带宾语的陈述句：结果可能有错，也可以试试示例。</translation>
    </message>
    <message>
        <source>{model} has no cross-attention to align with.</source>
        <translation>{model} 没有可用于对齐的交叉注意力。</translation>
    </message>
    <message>
        <source>{model} has no decoder: there is no step to explain.</source>
        <translation>{model} 没有解码器：没有可以解释的步骤。</translation>
    </message>
    <message>
        <source>{model} never predicts {token}: its logit is −∞, which is no sum of parts.</source>
        <translation>{model} 从不预测 {token}：它的 logit 是 −∞，不是各部分的和。</translation>
    </message>
    <message>
        <source>{model} transforms the last layer&apos;s output by a function that is not linear before it predicts: its logits are no sum of parts.</source>
        <translation>{model} 在预测之前用一个非线性函数变换最后一层的输出：它的 logit 不是各部分的和。</translation>
    </message>
    <message>
        <source>{name!r} is unknown; known: {known}.</source>
        <translation>未知名称 {name!r}，可用：{known}。</translation>
    </message>
    <message>
        <source>{name} cannot be used. Supported: a session (.headlight), a model (.safetensors), an exported run (.zip) or its folder, a lesson (.md), another program&apos;s model (its folder, or .pt, .pth, .bin, .ckpt), a file of pairs (.tsv), or two line-by-line texts.</source>
        <translation>无法使用 {name}。支持：会话（.headlight）、模型（.safetensors）、导出的训练记录（.zip）或其文件夹、课程（.md）、其他程序的模型（其文件夹，或 .pt、.pth、.bin、.ckpt）、句对文件（.tsv），或两个逐行对应的文本。</translation>
    </message>
    <message>
        <source>{name}, same target</source>
        <translation>{name}，同一目标句</translation>
    </message>
    <message>
        <source>{path} cannot be opened. Supported: a session (.headlight), a model (.safetensors), a run (its folder or an exported .zip), a lesson (.md), or another program&apos;s model (its folder, or a .pt, .pth, .bin or .ckpt file).</source>
        <translation>无法打开 {path}。支持：会话（.headlight）、模型（.safetensors）、训练记录（其文件夹或导出的 .zip）、课程（.md），或其他程序的模型（其文件夹，或 .pt、.pth、.bin、.ckpt 文件）。</translation>
    </message>
    <message>
        <source>{path} has {count} lines for {sentences} sentences.</source>
        <translation>{path} 有 {count} 行，而句子有 {sentences} 个。</translation>
    </message>
    <message>
        <source>{path} is not JSON: {reason}.</source>
        <translation>{path} 不是 JSON：{reason}。</translation>
    </message>
    <message>
        <source>{path}, line {line}: {reason}</source>
        <translation>{path} 第 {line} 行：{reason}</translation>
    </message>
    <message>
        <source>{rows}: the run has rows 1 to {count}.</source>
        <translation>{rows}：这次运行有第 1 到 {count} 行。</translation>
    </message>
    <message>
        <source>{site!r} is not SITE:KIND, SITE:KIND:LAYER or …:HEAD.</source>
        <translation>{site!r} 不是 SITE:KIND、SITE:KIND:LAYER 或 …:HEAD。</translation>
    </message>
    <message>
        <source>{site!r} is not a site; the sites are {sites}.</source>
        <translation>{site!r} 不是位点；位点有 {sites}。</translation>
    </message>
    <message>
        <source>{site} needs a layer: use model.at for every layer.</source>
        <translation>{site} 需要指明层：对每一层请使用 model.at。</translation>
    </message>
    <message>
        <source>{site}: head {head} does not exist; a layer has heads 1 to {heads}.</source>
        <translation>{site}：第 {head} 头不存在；一层有第 1 到 {heads} 头。</translation>
    </message>
    <message>
        <source>{site}: layer {layer} does not exist; the {stack} has layers 1 to {layers}.</source>
        <translation>{site}：第 {layer} 层不存在；{stack} 有第 1 到 {layers} 层。</translation>
    </message>
    <message>
        <source>{site}: the model has no {kind} attention.</source>
        <translation>{site}：模型没有 {kind} 注意力。</translation>
    </message>
    <message>
        <source>{source} has {left} lines, but {target} has {right}: line by line, one must be the translation of the other.</source>
        <translation>{source} 有 {left} 行，{target} 有 {right} 行：两者必须逐行互为译文。</translation>
    </message>
    <message>
        <source>{text!r} cannot be computed; known: {known}.</source>
        <translation>无法计算 {text!r}，可用：{known}。</translation>
    </message>
    <message>
        <source>{text!r} is not a head such as cross 2 8.</source>
        <translation>{text!r} 不是头，例如 cross 2 8。</translation>
    </message>
    <message>
        <source>{token!r} is not a token of {model}’s target vocabulary.</source>
        <translation>{token!r} 不在 {model} 的目标端词表里。</translation>
    </message>
    <message>
        <source>{words} hidden</source>
        <translation>隐藏{words}</translation>
    </message>
    <message>
        <source>“{before}” becomes “{after}”</source>
        <translation>“{before}”变成“{after}”</translation>
    </message>
    <message>
        <source>“{words}” appears</source>
        <translation>“{words}”出现</translation>
    </message>
    <message>
        <source>“{words}” disappears</source>
        <translation>“{words}”消失</translation>
    </message>
    <message>
        <source>“{word}”</source>
        <translation>“{word}”</translation>
    </message>
    <message>
        <source>“{word}” is not in the word list; the model copies its subwords.</source>
        <translation>“{word}” 不在词表里；模型逐个子词地复制它。</translation>
    </message>
    <message>
        <source>“{token}” in place of “{before}” changes head {head} of layer {layer} ({kind}) most: in the row with this input, {percent} % of its weight moves to other positions.</source>
        <translation>用“{token}”代替“{before}”，变化最大的是第 {layer} 层第 {head} 头（{kind}）：在以它为输入的一行，{percent}% 的权重移到了其他位置。</translation>
    </message>
    <message>
        <source>“{verb}” has no object here, and only a verb with an object has a passive.</source>
        <translation>“{verb}”在这里没有宾语；只有带宾语的动词才有被动语态。</translation>
    </message>
    <message>
        <source>“{verb}” has no passive here.</source>
        <translation>“{verb}”在这里没有被动语态。</translation>
    </message>
    <message>
        <source>the tensor {name} is missing.</source>
        <translation>缺少张量 {name}。</translation>
    </message>
    <message>
        <source>the tensor {name} does not belong to this model.</source>
        <translation>张量 {name} 不属于这样的模型。</translation>
    </message>
    <message>
        <source>the tensor {name} has shape {found}, not {expected}.</source>
        <translation>张量 {name} 的形状是 {found}，而不是 {expected}。</translation>
    </message>
    <message>
        <source>it contains no text</source>
        <translation>其中没有文字</translation>
    </message>
    <message>
        <source>Aliases such as *name are not allowed.</source>
        <translation>不允许使用 *name 这样的别名。</translation>
    </message>
    <message>
        <source>Row {row} of the weights at {site} is not a distribution: its sum is {sum}, its smallest weight {smallest}.</source>
        <translation>{site} 的权重的第 {row} 行不是分布：它的和是 {sum}，最小的权重是 {smallest}。</translation>
    </message>
    <message>
        <source>Scene {number} uses the model {name!r}, which is not in the list of models.</source>
        <translation>场景 {number} 使用的模型 {name!r} 不在模型列表中。</translation>
    </message>
    <message>
        <source>The site {site} has no layers.</source>
        <translation>位点 {site} 没有层。</translation>
    </message>
    <message>
        <source>The site {site} needs a layer.</source>
        <translation>位点 {site} 需要指明层。</translation>
    </message>
    <message>
        <source>Type another word and press Return: the changed sentence starts over without interventions, since all branches have the same source.</source>
        <translation>请输入另一个词并按回车：所有分支的源句相同，所以改动后的句子重新开始，没有干预。</translation>
    </message>
    <message>
        <source>agreement: “has” becomes “have”, as the ducks are several</source>
        <translation>主谓一致：ducks 是复数，所以 has 变成 have</translation>
    </message>
    <message>
        <source>an unknown word: the subwords of “Zork” are copied</source>
        <translation>生词：“Zork” 被逐个子词地复制</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图</translation>
    </message>
    <message>
        <source>tokenizer.json can make a text {growth:,.0f} times as long; at most {most:,} times is allowed.</source>
        <translation>tokenizer.json 可能使文本长度变为原来的 {growth:,.0f} 倍；最多允许 {most:,} 倍。</translation>
    </message>
    <message>
        <source>tokenizer.json cannot convert tokens to text: {error}.</source>
        <translation>tokenizer.json 无法将词元转换为文本：{error}。</translation>
    </message>
    <message>
        <source>tokenizer.json cannot tokenise text: {error}.</source>
        <translation>tokenizer.json 无法切分文本：{error}。</translation>
    </message>
    <message>
        <source>tokenizer.json is not readable: {error}.</source>
        <translation>无法读取 tokenizer.json：{error}。</translation>
    </message>
    <message>
        <source>tokenizer.json: its added tokens have {size:,} characters; at most {most:,} are allowed.</source>
        <translation>tokenizer.json：附加词元共有 {size:,} 个字符，最多允许 {most:,} 个。</translation>
    </message>
    <message>
        <source>{corpus}: about {pairs:,} pairs longer than max_len ({max_len}) are skipped.</source>
        <translation>{corpus}：长于 max_len（{max_len}）的句对不会使用，约有 {pairs:,} 个。</translation>
    </message>
    <message>
        <source>{corpus}: {pairs} pairs are longer than max_len ({max_len}) and are skipped.</source>
        <translation>{corpus}：有 {pairs} 个句对长于 max_len（{max_len}），已跳过。</translation>
    </message>
    <message>
        <source>{count:,} × {reason}</source>
        <translation>{count:,} × {reason}</translation>
    </message>
    <message>
        <source>{device} is out of memory with a single pair; choose a smaller preset.</source>
        <translation>{device} 连一个句对也放不下；请选小一些的预设。</translation>
    </message>
    <message>
        <source>{device} was requested, but this machine has no {device} device; using the CPU.</source>
        <translation>要求使用 {device}，但本机没有 {device} 设备；改用 CPU。</translation>
    </message>
    <message>
        <source>{error}</source>
        <translation>{error}</translation>
    </message>
    <message>
        <source>{file}: the pieces {piece!r} and {other!r} have the same id, {id}.</source>
        <translation>{file}：片段 {piece!r} 和 {other!r} 的编号相同，都是 {id}。</translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <translation>{first}，{second}</translation>
    </message>
    <message>
        <source>{folder} already exists; use another folder for the run.</source>
        <translation>{folder} 已经存在；请为这次训练另选一个文件夹。</translation>
    </message>
    <message>
        <source>{found:,} weights are too many: a notebook can show {all:,}, at most {each:,} per head. Pass fewer layers, heads or tokens.</source>
        <translation>{found:,} 个权重太多了：笔记本最多能显示 {all:,} 个，其中每个头最多 {each:,} 个。请减少层、头或词元。</translation>
    </message>
    <message>
        <source>{fps} frames per second is out of range: choose 0.1 to 50.</source>
        <translation>每秒 {fps} 帧超出范围：请选择 0.1 到 50。</translation>
    </message>
    <message>
        <source>{layers} × {heads} heads are too many: the maximum is {most}.</source>
        <translation>{layers} × {heads} 个头太多了：最多 {most} 个。</translation>
    </message>
    <message>
        <source>{link!r} is not a link such as 0-0 or 2?3.</source>
        <translation>{link!r} 不是 0-0 或 2?3 这样的对齐。</translation>
    </message>
    <message>
        <source>{model} was trained on strings of {shortest} to {longest} letters; this one has {count}, so expect mistakes. Translate again to see them, or try the example.</source>
        <translation>{model} 用 {shortest} 到 {longest} 个字母的字母串训练，而这一串有 {count} 个，所以可能出错。想看看就再翻译一次，或者试试这个例子。</translation>
    </message>
    <message>
        <source>{model} is now the current model: {run} after update {update}. It does not change while {run} continues training.</source>
        <translation>当前模型是 {model}，即 {run} 在第 {update} 次更新后的样子。{run} 继续训练时，它保持不变。</translation>
    </message>
    <message>
        <source>{name} ({answer!r}) must be a whole number from {smallest} to {largest}.</source>
        <translation>{name}（{answer!r}）必须是 {smallest} 到 {largest} 之间的整数。</translation>
    </message>
    <message>
        <source>{name} ({answer!r}) must be one of {choices}.</source>
        <translation>{name}（{answer!r}）必须是以下之一：{choices}。</translation>
    </message>
    <message>
        <source>{name} ({found}) must be 1 or {expected}.</source>
        <translation>{name}（{found}）必须是 1 或 {expected}。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) in the environment is not a whole number.</source>
        <translation>环境变量 {name}（{value!r}）不是整数。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a list of {fewest} to {most} values.</source>
        <translation>{name}（{value!r}）必须是有 {fewest} 到 {most} 个值的列表。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a number from {smallest:.6g} to {largest:.6g}.</source>
        <translation>{name}（{value!r}）必须是 {smallest:.6g} 到 {largest:.6g} 的数。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be text.</source>
        <translation>{name}（{value!r}）必须是文本。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a time.</source>
        <translation>{name}（{value!r}）必须是一个时间。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a whole number from {smallest} to {largest}.</source>
        <translation>{name}（{value!r}）必须是 {smallest} 到 {largest} 的整数。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a whole number of at least {smallest}.</source>
        <translation>{name}（{value!r}）必须是不小于 {smallest} 的整数。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be an object.</source>
        <translation>{name}（{value!r}）必须是一个对象。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be one of {choices}.</source>
        <translation>{name}（{value!r}）必须是 {choices} 之一。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be true or false.</source>
        <translation>{name}（{value!r}）必须是 true 或 false。</translation>
    </message>
    <message>
        <source>{name} ({value}) must be at least 1: a model that is trained here has an encoder and a decoder.</source>
        <translation>{name} ({value}) 必须至少为 1：在这里训练的模型既有编码器又有解码器。</translation>
    </message>
    <message>
        <source>{name} cannot be used alone: drop it together with its line-by-line translation, or drop a file of pairs (.tsv).</source>
        <translation>单独的 {name} 无法使用：请与逐行对应的译文一起放入，或放入句对文件（.tsv）。</translation>
    </message>
    <message>
        <source>{name} cannot be set with --from: {model} already defines it.</source>
        <translation>用了 --from 就不能设置 {name}：{model} 已有这个值。</translation>
    </message>
    <message>
        <source>{name} cannot be split: {heldout:,} of its pairs are held out already.</source>
        <translation>{name} 无法再分：其中 {heldout:,} 对已经留出。</translation>
    </message>
    <message>
        <source>{name} has no torch.nn.MultiheadAttention; attention of another class has no weights that headlight.watch could record.</source>
        <translation>{name} 里没有 torch.nn.MultiheadAttention；其他类的注意力没有 headlight.watch 可以记录的权重。</translation>
    </message>
    <message>
        <source>{name} has {found} labels, but the weights have {count} of them.</source>
        <translation>{name} 有 {found} 个标签，但权重有 {count} 个。</translation>
    </message>
    <message>
        <source>{name} contains no usable pairs: {reasons}.</source>
        <translation>{name} 没有可以学习的句对：{reasons}。</translation>
    </message>
    <message>
        <source>{name} contains no sentence pair ({reason}). Each line needs a source, a tab, a target.</source>
        <translation>{name} 中没有句对（{reason}）。每一行都要有源句、制表符和目标句。</translation>
    </message>
    <message>
        <source>{name} contains {kind} values: weights in an unsupported compressed format.</source>
        <translation>{name} 中是 {kind} 数值：权重采用了不支持的压缩格式。</translation>
    </message>
    <message>
        <source>{name} is missing.</source>
        <translation>缺少 {name}。</translation>
    </message>
    <message>
        <source>{name} does not apply to a {family} model.</source>
        <translation>{family} 模型不需要 {name}。</translation>
    </message>
    <message>
        <source>{name} does not apply to a {family} model; supported: {known}.</source>
        <translation>{family} 模型不需要 {name}；可用的有：{known}。</translation>
    </message>
    <message>
        <source>{name} does not apply to {path}, which is a Headlight checkpoint.</source>
        <translation>{path} 是 Headlight 检查点，不需要 {name}。</translation>
    </message>
    <message>
        <source>{name} is not the model shipped with Headlight: its file {path} was changed. Reinstall Headlight to restore it.</source>
        <translation>{name} 不是随 Headlight 附带的模型：它的文件 {path} 已被改动。重新安装 Headlight 可恢复原来的模型。</translation>
    </message>
    <message>
        <source>{name} is still loading: views that need the model follow shortly.</source>
        <translation>{name} 还在加载：需要模型的视图稍后显示。</translation>
    </message>
    <message>
        <source>{name} was imported: every tensor of the {family} model is mapped.</source>
        <translation>已导入 {name}：{family} 模型的每个张量都已对应。</translation>
    </message>
    <message>
        <source>{name} was stopped; its model is kept, and it can be continued later.</source>
        <translation>{name} 已停止；它的模型已保留，以后可以继续训练。</translation>
    </message>
    <message>
        <source>{name} would be larger than the whole {family} model.</source>
        <translation>{name} 会比整个 {family} 模型还大。</translation>
    </message>
    <message>
        <source>{name}: {dropped:,} of {lines:,} lines were skipped: {reasons}; the first is line {line}.</source>
        <translation>{name}：{lines:,} 行中跳过了 {dropped:,} 行：{reasons}；第一处是第 {line} 行。</translation>
    </message>
    <message>
        <source>{output} has {rows} rows, but {table}, the target embedding, has {others}.</source>
        <translation>{output} 有 {rows} 行，而目标端词嵌入 {table} 有 {others} 行。</translation>
    </message>
    <message>
        <source>{path} cannot be loaded: {error}</source>
        <translation>无法载入 {path}：{error}</translation>
    </message>
    <message>
        <source>{path} no longer contains the model of this session. Save the model as a file first, or the session without it.</source>
        <translation>{path} 里已不再是这个会话的模型。请先把模型另存为文件，或保存不带模型的会话。</translation>
    </message>
    <message>
        <source>{path} does not state the model family (model_type); supported: {known}.</source>
        <translation>{path} 没有说明模型属于哪个系列（model_type）；支持的有 {known}。</translation>
    </message>
    <message>
        <source>{path} gives the id {id} to two tokens.</source>
        <translation>{path} 把编号 {id} 给了两个词元。</translation>
    </message>
    <message>
        <source>{path} has no config.json, which identifies a Hugging Face hub model. For a model from your own training loop, give its file: {names}.</source>
        <translation>{path} 里没有 config.json，而 Hugging Face hub 的模型要靠它识别；自己训练循环的模型请直接指定其文件：{names}。</translation>
    </message>
    <message>
        <source>{path} has no language codes, neither in its vocabulary nor beside it.</source>
        <translation>{path} 没有语言代码：词表里没有，旁边的文件里也没有。</translation>
    </message>
    <message>
        <source>{path} has no token {token!r}.</source>
        <translation>{path} 中没有词元 {token!r}。</translation>
    </message>
    <message>
        <source>{path} has no tokenizer: none of tokenizer.json, {models}, vocab.json with merges.txt, vocab.txt.</source>
        <translation>{path} 中没有分词器：既没有 tokenizer.json、{models}，也没有 vocab.json 加 merges.txt 或 vocab.txt。</translation>
    </message>
    <message>
        <source>{path} has no vocabulary: neither {names}.json nor .txt.</source>
        <translation>{path} 中没有词表：既没有 {names}.json，也没有 .txt。</translation>
    </message>
    <message>
        <source>{path} has {held} bytes of data, but its tensors repeat them {times} times: save .clone() of each tensor.</source>
        <translation>{path} 只有 {held} 字节的数值，其张量却把它们重复了 {times} 次：请对每个张量使用 .clone() 后再保存。</translation>
    </message>
    <message>
        <source>{path} has {tokens} tokens, but the model&apos;s table has {rows} rows.</source>
        <translation>{path} 有 {tokens} 个词元，而模型的词嵌入表有 {rows} 行。</translation>
    </message>
    <message>
        <source>{path} contains a tokenizer without a model: neither config.json nor weights.</source>
        <translation>{path} 里只有分词器，没有模型：既没有 config.json，也没有权重。</translation>
    </message>
    <message>
        <source>{path} contains more than tensors; loading it would run code from its author. Save a state dict instead: torch.save(model.state_dict(), {name!r}).</source>
        <translation>{path} 中不只有张量，读取它会运行其作者的代码：请改存 state dict：torch.save(model.state_dict(), {name!r})。</translation>
    </message>
    <message>
        <source>{path} contains no BPE codes of subword-nmt 0.2 or fastBPE.</source>
        <translation>{path} 中不是 subword-nmt 0.2 或 fastBPE 的合并规则。</translation>
    </message>
    <message>
        <source>{path} contains no supported model. Supported: {known}; its tensors begin with {names}.</source>
        <translation>{path} 中没有支持的模型。支持的有 {known}；其中的张量以 {names} 开头。</translation>
    </message>
    <message>
        <source>{path} contains no model: neither config.json nor a weights file.</source>
        <translation>{path} 里没有模型：既没有 config.json，也没有权重文件。</translation>
    </message>
    <message>
        <source>{path} contains no tensors.</source>
        <translation>{path} 中没有张量。</translation>
    </message>
    <message>
        <source>{path} contains no weights: neither model.safetensors nor pytorch_model.bin.</source>
        <translation>{path} 中没有权重：既没有 model.safetensors，也没有 pytorch_model.bin。</translation>
    </message>
    <message>
        <source>{path} contains too much besides its tensors, or values nested too deeply: save only its state dict, with torch.save(model.state_dict(), {name!r}).</source>
        <translation>{path} 除张量外内容过多，或值的嵌套过深：请只保存其 state dict：torch.save(model.state_dict(), {name!r})。</translation>
    </message>
    <message>
        <source>{path} is a Git LFS pointer, not the file itself: fetch it with “git lfs pull”.</source>
        <translation>{path} 是 Git LFS 指针，而不是文件本身：请用“git lfs pull”取回。</translation>
    </message>
    <message>
        <source>{path} is a Headlight checkpoint: open it; no import is needed.</source>
        <translation>{path} 是 Headlight 的检查点：无需导入，直接打开即可。</translation>
    </message>
    <message>
        <source>{path} is a folder, not a checkpoint. Import models of other programs first.</source>
        <translation>{path} 是文件夹，不是检查点。别的程序的模型需要先导入。</translation>
    </message>
    <message>
        <source>{path} is a model of the family {family!r}; supported: {known}.</source>
        <translation>{path} 是 {family!r} 系列的模型；支持的有 {known}。</translation>
    </message>
    <message>
        <source>{path} is a program (TorchScript), and loading it would run it: save a state dict instead, with torch.save(model.state_dict(), {name!r}).</source>
        <translation>{path} 是一个程序（TorchScript），载入它就会运行它：请改为保存 state dict：torch.save(model.state_dict(), {name!r})。</translation>
    </message>
    <message>
        <source>{path} is a {family} model of the kind {spec!r}; supported: {known}.</source>
        <translation>{path} 是 {spec!r} 类型的 {family} 模型；支持的有 {known}。</translation>
    </message>
    <message>
        <source>{path} is only an adapter for another model: merge it into that model with merge_and_unload() in PEFT, and save the result.</source>
        <translation>{path} 只是一个适配器，用来改动另一个模型：请在 PEFT 中用 merge_and_unload() 将它并入那个模型，再保存整个模型。</translation>
    </message>
    <message>
        <source>{path} is being read and would be replaced. Choose another folder.</source>
        <translation>{path} 正在被读取，不能被替换。请另选文件夹。</translation>
    </message>
    <message>
        <source>{path} is in {program} format, which is not supported: use the model as .safetensors, or save its state dict with PyTorch.</source>
        <translation>{path} 是 {program} 的格式，不受支持：请改用 .safetensors 的模型，或用 PyTorch 保存其 state dict。</translation>
    </message>
    <message>
        <source>{path} is not a Headlight checkpoint, or it is damaged: {error}</source>
        <translation>{path} 不是 Headlight 检查点，或者已损坏：{error}</translation>
    </message>
    <message>
        <source>{path} is too large: its {name} has {size:,} bytes; the limit is {most:,}.</source>
        <translation>{path} 太大：其中的 {name} 有 {size:,} 字节，最多读取 {most:,} 字节。</translation>
    </message>
    <message>
        <source>{path} is too large: its {packed:,} bytes unpack to more than {most:,}.</source>
        <translation>{path} 太大：它的 {packed:,} 字节解压后超过 {most:,} 字节。</translation>
    </message>
    <message>
        <source>{path}: the id of {piece!r} ({id!r}) must be a whole number below {most}.</source>
        <translation>{path}：{piece!r} 的编号（{id!r}）必须是小于 {most} 的非负整数。</translation>
    </message>
    <message>
        <source>{path}: the tensor {name} contains complex numbers.</source>
        <translation>{path}：张量 {name} 存的是复数。</translation>
    </message>
    <message>
        <source>{path}: the tensor {name} is empty: its shape is {shape}.</source>
        <translation>{path}：张量 {name} 中没有数值：形状为 {shape}。</translation>
    </message>
    <message>
        <source>{path}: the tensor {name} contains quantized values: save it with .dequantize().</source>
        <translation>{path}：张量 {name} 存的是量化后的数值：请先用 .dequantize() 还原再保存。</translation>
    </message>
    <message>
        <source>{path}: the tensor {name} has a shape but no data.</source>
        <translation>{path}：张量 {name} 只有形状，没有数值。</translation>
    </message>
    <message>
        <source>{path}: the tensor {name} is a sparse matrix: save it with .to_dense().</source>
        <translation>{path}：张量 {name} 是稀疏矩阵：请先用 .to_dense() 转换再保存。</translation>
    </message>
    <message>
        <source>{path}: the tensor {name} is a view with fewer stored values than elements: save it with .contiguous().</source>
        <translation>{path}：张量 {name} 是一个视图，实际存储的数值比它显示的少：请先用 .contiguous() 转换再保存。</translation>
    </message>
    <message>
        <source>{path} is not a CTranslate2 model of version {newest} or earlier: its version is {version}.</source>
        <translation>{path} 不是版本 {newest} 及以下的 CTranslate2 模型：文件标明的版本是 {version}。</translation>
    </message>
    <message>
        <source>This sentence is in {letters}, but {model} reads {read}: its output for other scripts is meaningless. Translate again to see it, or try the example.</source>
        <translation>这个句子用的是{letters}，而 {model} 读的是{read}：对其他文字，它的输出没有意义。想看看就再翻译一次，或者试试这个例句。</translation>
    </message>
    <message>
        <source>{path} is not UTF-8.</source>
        <translation>{path} 不是 UTF-8 编码。</translation>
    </message>
    <message>
        <source>{path} is not a Headlight session, or it is damaged.</source>
        <translation>{path} 不是 Headlight 的会话，或者已经损坏。</translation>
    </message>
    <message>
        <source>{path} is not in the format that torch.save has written since 2020: load it where it was made and save its state dict again.</source>
        <translation>{path} 不是 torch.save 自 2020 年起使用的格式：请在原来的环境中载入，并重新保存其 state dict。</translation>
    </message>
    <message>
        <source>{path} points outside the folder, to {target}.</source>
        <translation>{path} 指向文件夹之外的 {target}。</translation>
    </message>
    <message>
        <source>{path} must end in .gif or .mp4.</source>
        <translation>{path} 必须以 .gif 或 .mp4 结尾。</translation>
    </message>
    <message>
        <source>{path} must end in .npz, .json or .csv.</source>
        <translation>{path} 必须以 .npz、.json 或 .csv 结尾。</translation>
    </message>
    <message>
        <source>{path} must end in .png, .svg or .pdf.</source>
        <translation>{path} 必须以 .png、.svg 或 .pdf 结尾。</translation>
    </message>
    <message>
        <source>{path} was written by {age} version of Headlight and cannot be continued by this one; delete it to start over.</source>
        <translation>{path} 由{age}版本的 Headlight 写成，本版本无法接着训练；删除它即可重新开始。</translation>
    </message>
    <message>
        <source>{path}: BERT&apos;s positions are {positions!r} here; only absolute positions are supported.</source>
        <translation>{path}：这里 BERT 的位置为 {positions!r}；只支持绝对位置（absolute）。</translation>
    </message>
    <message>
        <source>{path}: d_model ({d_model}) must be even, for as many sines as cosines.</source>
        <translation>{path}：d_model（{d_model}）必须是偶数，这样正弦和余弦才一样多。</translation>
    </message>
    <message>
        <source>{path}: feed_forward_proj ({value!r}) must be an activation, or “gated-” followed by one.</source>
        <translation>{path}：feed_forward_proj（{value!r}）必须是一个激活函数，或者“gated-”加上一个激活函数。</translation>
    </message>
    <message>
        <source>{path}: line {number} ({line!r}) must be a token and its count.</source>
        <translation>{path}：第 {number} 行（{line!r}）必须是一个词元和它的次数。</translation>
    </message>
    <message>
        <source>{path}: unknown activation {value!r}; supported: {known}.</source>
        <translation>{path}：激活函数 {value!r} 不在 {known} 之中。</translation>
    </message>
    <message>
        <source>{path}: the vocabulary has no token {token!r}.</source>
        <translation>{path}：词表中没有词元 {token!r}。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be above {smallest:g} and below {largest:g}.</source>
        <translation>{name}（{value!r}）必须大于 {smallest:g} 且小于 {largest:g}。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be above {smallest:g}.</source>
        <translation>{name}（{value!r}）必须大于 {smallest:g}。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be at least {smallest:g} and below {largest:g}.</source>
        <translation>{name}（{value!r}）必须不小于 {smallest:g} 且小于 {largest:g}。</translation>
    </message>
    <message>
        <source>{path}: the vocabulary has no {token}.</source>
        <translation>{path}：词表中没有 {token}。</translation>
    </message>
    <message>
        <source>{path}: the {side} vocabulary has {count} pieces, but its table has {rows} rows.</source>
        <translation>{path}：{side} 词表有 {count} 个片段，而词嵌入表有 {rows} 行。</translation>
    </message>
    <message>
        <source>{path}: {error}</source>
        <translation>{path}：{error}</translation>
    </message>
    <message>
        <source>{path}: {first} is {one!r}, but {second} is {two!r}.</source>
        <translation>{path}：{first} 是 {one!r}，而 {second} 是 {two!r}。</translation>
    </message>
    <message>
        <source>{path}: {name} ({value!r}) exceeds the number of tensors in the model ({count}).</source>
        <translation>{path}：{name}（{value!r}）超过了模型的张量数（{count}）。</translation>
    </message>
    <message>
        <source>{path}: {name} ({value!r}) must be a number.</source>
        <translation>{path}：{name}（{value!r}）必须是数字。</translation>
    </message>
    <message>
        <source>{path}: {name} ({value!r}) must be a whole number.</source>
        <translation>{path}：{name}（{value!r}）必须是整数。</translation>
    </message>
    <message>
        <source>{path}: {name} ({value!r}) must be at least 0 and below 1.</source>
        <translation>{path}：{name}（{value!r}）必须不小于 0 且小于 1。</translation>
    </message>
    <message>
        <source>{path}: {name} ({value!r}) must be from 1 to {most}: no tensor has more rows.</source>
        <translation>{path}：{name}（{value!r}）必须在 1 到 {most} 之间：没有张量有更多的行。</translation>
    </message>
    <message>
        <source>{path}: {name} is {value!r}; only {known!r} is supported in this family.</source>
        <translation>{path}：{name} 是 {value!r}；这个系列的模型只支持 {known!r}。</translation>
    </message>
    <message>
        <source>{place}: {name} ({value!r}) has no counterpart here.</source>
        <translation>{place}：{name}（{value!r}）在这里没有对应的设置。</translation>
    </message>
    <message>
        <source>{place}: {name} ({value!r}) must be one value.</source>
        <translation>{place}：{name}（{value!r}）必须是单个值。</translation>
    </message>
    <message>
        <source>{reason} The run continues and will try again; a crash before then would lose it.</source>
        <translation>{reason}训练会继续，并会再次尝试；在那之前若程序崩溃，这次训练就会丢失。</translation>
    </message>
    <message>
        <source>{sources} ({found}) cannot form {name} ({expected}): {error}.</source>
        <translation>{sources}（{found}）无法构成 {name}（{expected}）：{error}。</translation>
    </message>
    <message>
        <source>{sources} gives {name} the shape {found}, but the configuration says {expected}.</source>
        <translation>由 {sources} 得到的 {name} 形状为 {found}，而配置要求 {expected}。</translation>
    </message>
    <message>
        <source>{source} has {left} lines, but {reference} has {right}: line by line, one must be the translation of the other.</source>
        <translation>{source} 有 {left} 行，而 {reference} 有 {right} 行：两者必须逐行互为翻译。</translation>
    </message>
    <message>
        <source>Desktop entries exist only on Linux and BSD, not on {system}.</source>
        <translation>桌面条目只用于 Linux 和 BSD，{system} 没有。</translation>
    </message>
    <message>
        <source>{token!r} is {count} tokens of {model}, not one: {tokens}. Type one of them.</source>
        <translation>{token!r} 是 {model} 的 {count} 个词元，而不是一个：{tokens}。请输入其中一个。</translation>
    </message>
    <message>
        <source>{token} is compared with itself: choose two different tokens.</source>
        <translation>{token} 与它自己比较：请选择两个不同的词元。</translation>
    </message>
    <message>
        <source>{token} marks the ends of every sentence and cannot be masked.</source>
        <translation>{token} 是每个句子两端都有的标记，不能遮住。</translation>
    </message>
    <message>
        <source>{width}x{height} is not a valid MP4 size: width and height must be even.</source>
        <translation>{width}x{height} 不能作为 MP4 的尺寸：宽和高必须是偶数。</translation>
    </message>
    <message>
        <source>{width}x{height} is too small or too large: choose 480x320 to 3840x2160.</source>
        <translation>{width}x{height} 太小或太大：请选择 480x320 到 3840x2160。</translation>
    </message>
    <message>
        <source>{words} are not in the word list; the model copies their subwords.</source>
        <translation>{words} 不在词表里；模型逐个子词地复制它们。</translation>
    </message>
    <message>
        <source>“{key}” allowed for “{query}”</source>
        <translation>允许“{query}”关注“{key}”</translation>
    </message>
    <message>
        <source>“{key}” masked for “{query}”</source>
        <translation>对“{query}”掩蔽“{key}”</translation>
    </message>
    <message>
        <source>“{token}” in place of “{before}”</source>
        <translation>用“{token}”代替“{before}”</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>无法读取 {path}：{reason}。</translation>
    </message>
    <message>
        <source>A model of {count:,} parameters is too large: the maximum is {most:,}.</source>
        <translation>有 {count:,} 个参数的模型太大：最多 {most:,} 个。</translation>
    </message>
    <message>
        <source>A model of {size} MB is too large for a session file; the limit is {limit} MB. Save the session without it.</source>
        <translation>{size} MB 的模型太大，放不进会话文件，最多 {limit} MB。请保存不带模型的会话。</translation>
    </message>
    <message>
        <source>A probe must be one sentence or pair, not a batch of {count}.</source>
        <translation>探针是一个句子或一对句子；这个是一批 {count} 个。</translation>
    </message>
    <message>
        <source>Besides queries, keys and values, {place} has {count} matrices, not {expected}: {names}.</source>
        <translation>除查询、键和值以外，{place} 有 {count} 个矩阵，而不是 {expected} 个：{names}。</translation>
    </message>
    <message>
        <source>Outside the layers, each stack needs one norm, or none has one: {names}.</source>
        <translation>在各层之外，应当每个层组各有一个归一化，或都没有，这里却有 {names}。</translation>
    </message>
    <message>
        <source>Headlight ended unexpectedly last time; this is the state saved at {when}.</source>
        <translation>Headlight 上次意外结束；这是 {when} 保存的状态。</translation>
    </message>
    <message>
        <source>Headlight ended unexpectedly last time; the state saved at {when} is under File › Open recent.</source>
        <translation>Headlight 上次意外结束；{when} 保存的状态见“文件 › 最近打开”。</translation>
    </message>
    <message>
        <source>The setting {name} has an invalid value {value}; the default is used.</source>
        <translation>设置项 {name} 的值 {value} 无效；使用默认值。</translation>
    </message>
    <message>
        <source>There is nothing to report yet: type a sentence first.</source>
        <translation>还没有可写入报告的内容：请先输入一个句子。</translation>
    </message>
    <message>
        <source>This was recorded during training. The weights of that moment are not available: type a sentence to see more.</source>
        <translation>屏幕上的内容是模型训练时记录下来的，当时的权重已不在，无法用来计算：输入一个句子就能看到更多。</translation>
    </message>
    <message>
        <source>relative_distance ({distance}) must be greater than half of relative_buckets ({exact}).</source>
        <translation>relative_distance ({distance}) 必须大于 relative_buckets 的一半 ({exact})。</translation>
    </message>
    <message>
        <source>{count} files cannot be used together. Drop one session, model, run or file of pairs (.tsv), or two line-by-line texts.</source>
        <translation>这 {count} 个文件不能一起使用：可以放入的是一个会话、模型、训练或句对文件（.tsv），或者逐行对应的两个文本。</translation>
    </message>
    <message>
        <source>{device} is out of memory: from now on each batch is computed in {pieces} parts.</source>
        <translation>{device} 内存不足：从这里起，每个批次分 {pieces} 份计算。</translation>
    </message>
    <message>
        <source>{model} has no {views} to draw: it has only an encoder or only a decoder.</source>
        <translation>{model} 没有可画的 {views}：它只有编码器或只有解码器。</translation>
    </message>
    <message>
        <source>{model} does not translate, because it has only an encoder or only a decoder: BLEU and chrF compare translations with references.</source>
        <translation>{model} 不做翻译，因为它只有编码器或只有解码器：BLEU 和 chrF 比较的是译文与参考译文。</translation>
    </message>
    <message>
        <source>{name} was added to your runs.</source>
        <translation>{name} 已添加到你的训练记录中。</translation>
    </message>
    <message>
        <source>{name} is trained and is the current model.</source>
        <translation>{name} 训练完成，已成为当前模型。</translation>
    </message>
    <message>
        <source>{name} is trained.</source>
        <translation>{name} 训练完成。</translation>
    </message>
    <message>
        <source>{name} is trained; it is in the list of models.</source>
        <translation>{name} 训练完成，已列入模型列表。</translation>
    </message>
    <message>
        <source>{name} was exported to {path}.</source>
        <translation>{name} 已导出到 {path}。</translation>
    </message>
    <message>
        <source>{name} was interrupted; its state at update {update} of {updates} is kept.</source>
        <translation>{name} 被中断；它在第 {update} 次更新（共 {updates} 次）时的状态已保留。</translation>
    </message>
    <message>
        <source>{path} cannot be locked: {reason}.</source>
        <translation>无法锁定 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} cannot be moved: {reason}.</source>
        <translation>无法移动 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} cannot be removed: {reason}.</source>
        <translation>无法删除 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} cannot be written: it is a folder. Choose another name.</source>
        <translation>无法写入 {path}：它是一个文件夹。请换一个名称。</translation>
    </message>
    <message>
        <source>{path} cannot be written: it is not a file. Choose another name.</source>
        <translation>无法写入 {path}：它不是文件。请换一个名称。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. Choose another folder.</source>
        <translation>无法写入 {path}：{reason}。请另选一个文件夹。</translation>
    </message>
    <message>
        <source>{path} does not describe a model that can be built: {error}</source>
        <translation>{path} 描述的模型无法构建：{error}</translation>
    </message>
    <message>
        <source>{path} contains an unfinished run; add --resume to continue it, or delete it.</source>
        <translation>{path} 里有一次未完成的训练；加上 --resume 可继续，或将它删除。</translation>
    </message>
    <message>
        <source>{path} contains no run: it has no {card}.</source>
        <translation>{path} 里没有训练：其中没有 {card}。</translation>
    </message>
    <message>
        <source>{path} contains tensors, but not a Headlight model: it was made by another program.</source>
        <translation>{path} 里有张量，但不是 Headlight 的模型：它由别的程序生成。</translation>
    </message>
    <message>
        <source>{path} is a folder without a run: it has no {card}.</source>
        <translation>文件夹 {path} 里没有训练：其中没有 {card}。</translation>
    </message>
    <message>
        <source>{path} is a run with {name} {was!r}, not {now!r}; use the same settings to continue, or delete it to start over.</source>
        <translation>{path} 是一次 {name} 为 {was!r} 而非 {now!r} 的训练；请用相同的设置继续，或删除它重新开始。</translation>
    </message>
    <message>
        <source>{path} is damaged, or Headlight did not write it.</source>
        <translation>{path} 已损坏，或不是由 Headlight 写成。</translation>
    </message>
    <message>
        <source>{path} is damaged: its content does not match its checksum.</source>
        <translation>{path} 已损坏：内容与校验和不符。</translation>
    </message>
    <message>
        <source>{path} is damaged: its description is truncated.</source>
        <translation>{path} 已损坏：其中的描述不完整。</translation>
    </message>
    <message>
        <source>{path} is damaged: {error}. Download it again.</source>
        <translation>{path} 已损坏：{error}。请重新下载。</translation>
    </message>
    <message>
        <source>{path} is empty.</source>
        <translation>{path} 是空的。</translation>
    </message>
    <message>
        <source>{path} was not written by torch.save.</source>
        <translation>{path} 不是 torch.save 写出的文件。</translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text (byte {position}).</source>
        <translation>{path} 不是 UTF-8 文本（第 {position} 字节处）。</translation>
    </message>
    <message>
        <source>{path} is not a Headlight checkpoint, or it is damaged.</source>
        <translation>{path} 不是 Headlight 的检查点，或已损坏。</translation>
    </message>
    <message>
        <source>{path} is not a saved training run, or it is damaged; delete it to start over.</source>
        <translation>{path} 不是保存的训练，或者已损坏；删除它即可重新开始。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}</source>
        <translation>无法读取 {path}：{error}</translation>
    </message>
    <message>
        <source>{path} is too large: it has {size} bytes; the limit is {most}.</source>
        <translation>{path} 过大：有 {size} 字节，最多读取 {most} 字节。</translation>
    </message>
    <message>
        <source>{path} lists no weight files.</source>
        <translation>{path} 没有列出任何权重文件。</translation>
    </message>
    <message>
        <source>{path} was not written: that folder contains the models shipped with Headlight, which must not change. Save the model in another folder.</source>
        <translation>{path} 未写入：该文件夹存放随 Headlight 附带的模型，它们保持原样。请把模型保存到别的文件夹。</translation>
    </message>
    <message>
        <source>{path} was written by a newer Headlight (format {version}; this one reads up to {known}). Update Headlight to open it.</source>
        <translation>{path} 由更新版本的 Headlight 写成（格式 {version}；本版本最高读到 {known}）。请更新 Headlight 后再打开。</translation>
    </message>
    <message>
        <source>Learned positions are now selected in the form. Press Start; after training, return to Positions to see the table.</source>
        <translation>表单已选好“学习得到”的位置编码。请按“开始”；训练结束后回到“位置”，即可看到学到的表。</translation>
    </message>
    <message>
        <source>interventions other than switched-off heads</source>
        <translation>除关闭头以外的干预</translation>
    </message>
    <message>
        <source>the given target</source>
        <translation>给定的目标句</translation>
    </message>
    <message>
        <source>the moment of a training</source>
        <translation>训练中的某一时刻</translation>
    </message>
    <message>
        <source>the comparison of branches</source>
        <translation>分支的比较</translation>
    </message>
    <message>
        <source>the zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>the selected cell</source>
        <translation>选中的单元格</translation>
    </message>
    <message>
        <source>the choice of row labels</source>
        <translation>行标签的选择</translation>
    </message>
    <message>
        <source>the file of word alignments</source>
        <translation>词对齐文件</translation>
    </message>
</context>
<context>
    <name>numbers</name>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} 比特</translation>
    </message>
</context>
<context>
    <name>one_head</name>
    <message>
        <source>normalised stream</source>
        <translation>归一化后的残差流</translation>
    </message>
    <message>
        <source>residual stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>memory of the encoder</source>
        <translation>编码器的记忆</translation>
    </message>
    <message>
        <source>learned weights</source>
        <translation>学习得到的权重</translation>
    </message>
    <message>
        <source>drag sideways, turn the wheel, or type</source>
        <translation>左右拖动、转动滚轮或输入</translation>
    </message>
    <message>
        <source>locked in this puzzle</source>
        <translation>在这个谜题中锁定</translation>
    </message>
    <message>
        <source>Colours: Q, K, V and Z from −4 to 4, scores from −8 to 8, weights from 0 to 1</source>
        <translation>颜色：Q、K、V、Z 从 −4 到 4，分数从 −8 到 8，权重从 0 到 1</translation>
    </message>
    <message>
        <source>Head by hand</source>
        <translation>手算的头</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>{head}: its three rows of the largest weights on different keys. Q, K and V are reduced to d_k = 4 (SVD): three rows have at most three directions, so the scores are exact. The softmax is over three keys, which have {share} of the weight of these rows.</source>
        <translation>{head}：其中在不同的键上权重最大的三行。Q、K、V 用奇异值分解 (SVD) 降到 d_k = 4：三行至多有三个方向，所以分数不变。softmax 只在三个键上计算，它们占这些行权重的 {share}。</translation>
    </message>
    <message>
        <source>query of {row}, dimension {number}</source>
        <translation>{row} 的查询，第 {number} 维</translation>
    </message>
    <message>
        <source>key of {row}, dimension {number}</source>
        <translation>{row} 的键，第 {number} 维</translation>
    </message>
    <message>
        <source>value of {row}, dimension {number}</source>
        <translation>{row} 的值，第 {number} 维</translation>
    </message>
    <message>
        <source>score of row {row} for key {key}</source>
        <translation>行 {row} 对键 {key} 的分数</translation>
    </message>
    <message>
        <source>weight of row {row} on key {key}</source>
        <translation>行 {row} 在键 {key} 上的权重</translation>
    </message>
    <message>
        <source>output of row {row}, dimension {number}</source>
        <translation>行 {row} 的输出，第 {number} 维</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>被掩蔽</translation>
    </message>
    <message>
        <source>keys, transposed</source>
        <translation>键的转置</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>products</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>biases by distance</source>
        <translation>按距离的偏置</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>masked scores</source>
        <translation>掩蔽后的分数</translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>context of head {head}</source>
        <translation>第 {head} 头的上下文</translation>
    </message>
    <message>
        <source>contexts of all heads</source>
        <translation>所有头的上下文</translation>
    </message>
    <message>
        <source>contribution of head {head}</source>
        <translation>第 {head} 头的贡献</translation>
    </message>
    <message>
        <source>contribution of each head to the query</source>
        <translation>各头对查询的贡献</translation>
    </message>
    <message>
        <source>output of all heads</source>
        <translation>所有头的输出</translation>
    </message>
    <message>
        <source>residual stream before</source>
        <translation>加之前的残差流</translation>
    </message>
    <message>
        <source>residual stream after</source>
        <translation>加之后的残差流</translation>
    </message>
    <message>
        <source>their sum</source>
        <translation>两者之和</translation>
    </message>
    <message>
        <source>{name}, std {spread}</source>
        <translation>{name}，标准差 {spread}</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>marked row [{letters}] = [{size}]</source>
        <translation>标记的行 [{letters}] = [{size}]</translation>
    </message>
    <message>
        <source>{name}: {value} · {row}, {column} · {head}</source>
        <translation>{name}：{value} · {row}，{column} · {head}</translation>
    </message>
    <message>
        <source>1 (may attend)</source>
        <translation>1（可以关注）</translation>
    </message>
    <message>
        <source>0 (masked)</source>
        <translation>0（已掩蔽）</translation>
    </message>
    <message>
        <source>{value} (masked)</source>
        <translation>{value}（已掩蔽）</translation>
    </message>
    <message>
        <source>{kind}, layer {layer}, head {head}</source>
        <translation>{kind}，第 {layer} 层，第 {head} 头</translation>
    </message>
    <message>
        <source>may attend</source>
        <translation>可以关注</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐步</translation>
    </message>
    <message>
        <source>What the selected head computes, one stage after the other</source>
        <translation>所选的头依次算些什么</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手算</translation>
    </message>
    <message>
        <source>A head of three tokens whose numbers you change yourself</source>
        <translation>一个只有三个词元的头，数值由你来改</translation>
    </message>
    <message>
        <source>How queries are computed</source>
        <translation>查询怎样算出</translation>
    </message>
    <message>
        <source>How keys are computed</source>
        <translation>键怎样算出</translation>
    </message>
    <message>
        <source>How values are computed</source>
        <translation>值怎样算出</translation>
    </message>
    <message>
        <source>This head</source>
        <translation>这个头</translation>
    </message>
    <message>
        <source>Contribution of this head</source>
        <translation>只看这个头的贡献</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Contribution of each head to the query, and the sum</source>
        <translation>各头对查询的贡献，以及它们的和</translation>
    </message>
    <message>
        <source>concat</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>Stage {number} of {count}: {what}</source>
        <translation>第 {number} 阶段，共 {count} 阶段：{what}</translation>
    </message>
    <message>
        <source>{total} is put in place of {own}.</source>
        <translation>{own} 换成 {total}。</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>累计</translation>
    </message>
    <message>
        <source>adds</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>stream before</source>
        <translation>之前的残差流</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Added: this head&apos;s learned bias for the distance from query to key.</source>
        <translation>加上的是这个头为查询到键的距离学到的偏置。</translation>
    </message>
    <message>
        <source>Computed as on this branch: {interventions}.</source>
        <translation>按此分支计算：{interventions}。</translation>
    </message>
    <message>
        <source>Computed as on this branch: {interventions}. This head – {note}. Hatched: the values in place of its own.</source>
        <translation>按此分支计算：{interventions}。这个头{note}。画斜线处：换上的值。</translation>
    </message>
    <message>
        <source>This model does not divide: the score is the product.</source>
        <translation>这个模型不做除法：分数就是乘积。</translation>
    </message>
    <message>
        <source>value ÷ root mean square of the row · learned gain: RMSNorm subtracts no mean and adds no bias</source>
        <translation>数 ÷ 该行的均方根 · 学到的增益：RMSNorm 不减均值，也不加偏置</translation>
    </message>
    <message>
        <source>(value − mean of the row) ÷ standard deviation of the row · learned gain + learned bias</source>
        <translation>(数 − 该行均值) ÷ 该行标准差 · 学习得到的增益 + 学习得到的偏置</translation>
    </message>
    <message>
        <source>The largest score, {largest}, is subtracted from all scores: this does not change the weights and prevents overflow.</source>
        <translation>所有分数都减去最大的分数 {largest}：权重不变，并避免指数溢出。</translation>
    </message>
    <message>
        <source>{count} terms add up to {total}</source>
        <translation>{count} 项相加得 {total}</translation>
    </message>
    <message>
        <source>{count} terms add up to {sum}; with the bias {bias}: {total}</source>
        <translation>{count} 项相加得 {sum}；再加偏置 {bias}：{total}</translation>
    </message>
    <message>
        <source>All keys are masked: the weight is 0.</source>
        <translation>所有键都被掩蔽：权重为 0。</translation>
    </message>
    <message>
        <source>May attend: the score {score} is unchanged.</source>
        <translation>可以关注：分数 {score} 保持不变。</translation>
    </message>
    <message>
        <source>Masked: −∞ replaces the score {score}.</source>
        <translation>已掩蔽：分数 {score} 换成 −∞。</translation>
    </message>
    <message>
        <source>Dimension {dimension} of the context of head {head}: {value}</source>
        <translation>第 {head} 头的上下文的第 {dimension} 维：{value}</translation>
    </message>
</context>
<context>
    <name>panels</name>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>What every head attends to</source>
        <translation>每个头关注什么</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>注意力(&amp;A)</translation>
    </message>
    <message>
        <source>Show what every head attends to</source>
        <translation>显示每个头关注什么</translation>
    </message>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>How close a text is to a reference</source>
        <translation>文本与参考有多接近</translation>
    </message>
    <message>
        <source>See how close a text is to a reference</source>
        <translation>查看文本与参考有多接近</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>&amp;BLEU</source>
        <translation>BLEU(&amp;B)</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>From tokens to vectors and back</source>
        <translation>从词元到向量，再回到词元</translation>
    </message>
    <message>
        <source>&amp;Embedding</source>
        <translation>词嵌入(&amp;E)</translation>
    </message>
    <message>
        <source>See how tokens become vectors, and vectors tokens</source>
        <translation>看词元怎样变成向量，向量又怎样变回词元</translation>
    </message>
    <message>
        <source>Input and output</source>
        <translation>输入和输出</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Who may attend to whom</source>
        <translation>谁可以关注谁</translation>
    </message>
    <message>
        <source>&amp;Masks</source>
        <translation>掩码(&amp;M)</translation>
    </message>
    <message>
        <source>See who may attend to whom, and change it</source>
        <translation>查看谁可以关注谁，并试着改动</translation>
    </message>
    <message>
        <source>One head</source>
        <translation>单个头</translation>
    </message>
    <message>
        <source>What one head computes, step by step</source>
        <translation>逐步看一个头计算什么</translation>
    </message>
    <message>
        <source>&amp;One head</source>
        <translation>单个头(&amp;O)</translation>
    </message>
    <message>
        <source>Walk through what one head computes for one token</source>
        <translation>逐步查看一个头为一个词元计算什么</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>How the model tells positions apart</source>
        <translation>模型如何区分位置</translation>
    </message>
    <message>
        <source>&amp;Positions</source>
        <translation>位置(&amp;P)</translation>
    </message>
    <message>
        <source>See how the model tells positions apart</source>
        <translation>查看模型如何区分位置</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Why attention scores are scaled</source>
        <translation>注意力分数为什么要缩放</translation>
    </message>
    <message>
        <source>See why attention scores are scaled</source>
        <translation>查看注意力分数为什么要缩放</translation>
    </message>
    <message>
        <source>&amp;Scaling</source>
        <translation>缩放(&amp;S)</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>T&amp;rain…</source>
        <translation>训练(&amp;R)…</translation>
    </message>
    <message>
        <source>Choose what to train</source>
        <translation>选择要训练什么</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练记录</translation>
    </message>
    <message>
        <source>All training runs</source>
        <translation>所有训练记录</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>训练记录(&amp;U)</translation>
    </message>
    <message>
        <source>List all training runs</source>
        <translation>列出所有训练记录</translation>
    </message>
    <message>
        <source>Time-lapse</source>
        <translation>学习回放</translation>
    </message>
    <message>
        <source>How a run&apos;s attention developed during training</source>
        <translation>一次训练的注意力在学习过程中怎样形成</translation>
    </message>
    <message>
        <source>Ti&amp;me-lapse</source>
        <translation>学习回放(&amp;M)</translation>
    </message>
    <message>
        <source>See how a run&apos;s attention developed during training</source>
        <translation>看一次训练的注意力在学习过程中怎样形成</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Predict what a change does, then train with and without it</source>
        <translation>预测一处改动的影响，再分别用改动前后的模型训练</translation>
    </message>
    <message>
        <source>&amp;Experiments</source>
        <translation>实验(&amp;E)</translation>
    </message>
    <message>
        <source>Teacher forcing</source>
        <translation>教师强制</translation>
    </message>
    <message>
        <source>Inputs, expected tokens and losses in training</source>
        <translation>训练时的输入、期望的词元和损失</translation>
    </message>
    <message>
        <source>Teacher &amp;forcing</source>
        <translation>教师强制(&amp;F)</translation>
    </message>
    <message>
        <source>See what training feeds in, expects and compares</source>
        <translation>查看训练时输入、期望和比较的内容</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>全图</translation>
    </message>
    <message>
        <source>The blocks of the model, and the tab that explains each</source>
        <translation>模型的各个模块，以及讲解每个模块的标签页</translation>
    </message>
    <message>
        <source>M&amp;ap</source>
        <translation>全图(&amp;A)</translation>
    </message>
    <message>
        <source>Show the blocks of the model, their shapes and their cost</source>
        <translation>查看模型的各个模块、形状和计算量</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>Which parts of the model prefer one token to another</source>
        <translation>模型的哪些部分偏向一个词元而不是另一个</translation>
    </message>
    <message>
        <source>&amp;Why</source>
        <translation>为什么(&amp;W)</translation>
    </message>
    <message>
        <source>See which parts prefer one token to another</source>
        <translation>查看哪些部分偏向一个词元而不是另一个</translation>
    </message>
</context>
<context>
    <name>pictures</name>
    <message>
        <source>some row labels omitted</source>
        <translation>部分行标签已省略</translation>
    </message>
</context>
<context>
    <name>positions</name>
    <message>
        <source>Learned table: every value is trained.</source>
        <translation>学习得到的位置编码表：每个数值都由训练得出。</translation>
    </message>
    <message>
        <source>Rows are counted from 0; in the formula the first has position {offset}.</source>
        <translation>行从 0 开始数；在公式中第一行的位置是 {offset}。</translation>
    </message>
    <message>
        <source>Positional encodings</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Similarity of positions</source>
        <translation>位置之间的相似度</translation>
    </message>
    <message>
        <source>cosine of two rows of the table, −1 … 1</source>
        <translation>表中两行的余弦，−1 … 1</translation>
    </message>
    <message>
        <source>Stored table: it is part of the model and not trained.</source>
        <translation>存储的表：是模型的一部分，不参与训练。</translation>
    </message>
    <message>
        <source>This model adds no positions: only the decoder&apos;s causal mask carries order information.</source>
        <translation>这个模型不加位置编码：只有解码器的因果掩码带有先后顺序的信息。</translation>
    </message>
    <message>
        <source>This model adds no positions. Instead, every head has learned distance biases, which self-attention adds to its scores; see One head, third stage.</source>
        <translation>这个模型不加位置编码，而是每个头学习按距离的偏置，由自注意力加到分数上；见“单个头”的第三阶段。</translation>
    </message>
    <message>
        <source>Computed: all sines in the first half of a row, all cosines in the second.</source>
        <translation>计算得到：每行前半全是正弦，后半全是余弦。</translation>
    </message>
    <message>
        <source>The exponent divides by d_model − 2: the longest wavelength is 10000 · 2π.</source>
        <translation>指数除以 d_model − 2：最长的波长为 10000 · 2π。</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>学习得到的位置编码</translation>
    </message>
    <message>
        <source>Stored positions</source>
        <translation>存储的位置</translation>
    </message>
    <message>
        <source>No positions are added</source>
        <translation>不加位置</translation>
    </message>
    <message>
        <source>row: position, column: dimension ({d_model} in all)</source>
        <translation>行：位置，列：维（共 {d_model} 维）</translation>
    </message>
    <message>
        <source>dot product of two rows of the table, −{level} … {level}</source>
        <translation>表中两行的点积，−{level} … {level}</translation>
    </message>
    <message>
        <source>{value} · {position}, dimension {dimension}</source>
        <translation>{value} · {position}，维 {dimension}</translation>
    </message>
    <message>
        <source>cosine {value} · {one} and {other}</source>
        <translation>余弦 {value} · {one} 与 {other}</translation>
    </message>
    <message>
        <source>dot product {value} · {one} and {other}</source>
        <translation>点积 {value} · {one} 与 {other}</translation>
    </message>
    <message>
        <source>position {number} {token}</source>
        <translation>位置 {number} {token}</translation>
    </message>
    <message>
        <source>position {number}</source>
        <translation>位置 {number}</translation>
    </message>
    <message>
        <source>the first {shown} of {all} pairs of dimensions, −1 … 1</source>
        <translation>{all} 对维度中的前 {shown} 对，−1 … 1</translation>
    </message>
    <message>
        <source>R for k = {offset}</source>
        <translation>k = {offset} 时的 R</translation>
    </message>
    <message>
        <source>{value} · R, row {row}, column {column}</source>
        <translation>{value} · R，第 {row} 行，第 {column} 列</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>表中的行</translation>
    </message>
    <message>
        <source>column: dimension</source>
        <translation>列：维</translation>
    </message>
    <message>
        <source>{value} · {row}, dimension {dimension}</source>
        <translation>{value} · {row}，维 {dimension}</translation>
    </message>
    <message>
        <source>{row}, sine</source>
        <translation>{row}，正弦</translation>
    </message>
    <message>
        <source>{row}, cosine</source>
        <translation>{row}，余弦</translation>
    </message>
    <message>
        <source>R, row {row}, column {column}</source>
        <translation>R，第 {row} 行，第 {column} 列</translation>
    </message>
    <message>
        <source>dimensions {name}</source>
        <translation>维 {name}</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>度</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>{count} positions shown</source>
        <translation>显示 {count} 个位置</translation>
    </message>
    <message>
        <source>dimension of the sine</source>
        <translation>正弦所在的维度</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>位置编码表</translation>
    </message>
    <message>
        <source>The vector added to the token at each position</source>
        <translation>加到每个位置的词元上的向量</translation>
    </message>
    <message>
        <source>Wavelengths</source>
        <translation>波长</translation>
    </message>
    <message>
        <source>After how many positions each pair of dimensions repeats</source>
        <translation>每对维经过多少个位置重复一次</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>PE(pos + k) as a rotation of PE(pos)</source>
        <translation>把 PE(pos + k) 看作 PE(pos) 的旋转</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>学习得到</translation>
    </message>
    <message>
        <source>The sinusoidal table compared with a learned one</source>
        <translation>正弦位置编码表与训练得到的表并排对照</translation>
    </message>
    <message>
        <source>Without positions</source>
        <translation>没有位置</translation>
    </message>
    <message>
        <source>What happens when positions are altered</source>
        <translation>改动位置后会怎样</translation>
    </message>
    <message>
        <source>dimensions {first} and {second} · repeat after {length} positions · {turns} turns in the range shown</source>
        <translation>维 {first} 和 {second} · 每 {length} 个位置重复一次 · 在所示范围内转 {turns} 圈</translation>
    </message>
    <message>
        <source>dimensions {name} · turned by {angle} · PE({position}) = {before} · R·PE({position}) = {turned} · PE({later}) = {after}</source>
        <translation>维 {name} · 转过 {angle} · PE({position}) = {before} · R·PE({position}) = {turned} · PE({later}) = {after}</translation>
    </message>
    <message>
        <source>Largest difference between R·PE({position}) and PE({later}): {error}; for any position of this table: {worst}.</source>
        <translation>R·PE({position}) 与 PE({later}) 的最大差：{error}；对表中任意位置：{worst}。</translation>
    </message>
    <message>
        <source>This table was learned: no rotation fits it.</source>
        <translation>这张表是学习得到的：没有旋转能与它吻合。</translation>
    </message>
    <message>
        <source>This table is stored: a rotation may not fit it.</source>
        <translation>这张表按原样存储：旋转不一定适合它。</translation>
    </message>
    <message>
        <source>This model adds no positions: all rows are 0.</source>
        <translation>这个模型不加位置：所有行都是 0。</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>Shuffled: each token gets another one&apos;s position</source>
        <translation>打乱：每个词元换用另一个词元的位置</translation>
    </message>
    <message>
        <source>Removed: no position is added to any token</source>
        <translation>去掉：不给任何词元加位置</translation>
    </message>
    <message>
        <source>log-probability {number} nats</source>
        <translation>对数概率 {number} nat</translation>
    </message>
    <message>
        <source>{count} of {all} tokens differ</source>
        <translation>{all} 个词元中有 {count} 个不同</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>log-probability in nats</source>
        <translation>对数概率 (nat)</translation>
    </message>
    <message>
        <source>The positions of this model are sinusoidal: nothing was learned.</source>
        <translation>这个模型的位置编码是正弦的：没有学习。</translation>
    </message>
    <message>
        <source>This model adds no positions: it has no table to learn.</source>
        <translation>这个模型不加位置：没有可学的表。</translation>
    </message>
    <message>
        <source>Models here with a learned table: {names}.</source>
        <translation>这里带有学习得到的位置编码表的模型：{names}。</translation>
    </message>
    <message>
        <source>No model here has a learned table, and none is shipped. Train one: it takes about a minute, and then its table is shown here.</source>
        <translation>这里没有学习位置表的模型，随附的模型也没有。训练一个吧：大约一分钟，之后它的表就显示在这里。</translation>
    </message>
    <message>
        <source>position of the key − position of the query</source>
        <translation>键的位置 − 查询的位置</translation>
    </message>
    <message>
        <source>{stack}: biases by distance, a line for each head</source>
        <translation>{stack}：按距离的偏置，每个头一条线</translation>
    </message>
    <message>
        <source>{value} · {stack}, head {head} · {where}</source>
        <translation>{value} · {stack}，头 {head} · {where}</translation>
    </message>
    <message>
        <source>{stack}, head {head}: biases added to its scores (B)</source>
        <translation>{stack}，头 {head}：加到分数上的偏置 (B)</translation>
    </message>
    <message>
        <source>row: position of the query, column: of the key</source>
        <translation>行：查询的位置，列：键的位置</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>已掩蔽</translation>
    </message>
    <message>
        <source>{value} · query: {query} · key: {key} · {where}</source>
        <translation>{value} · 查询：{query} · 键：{key} · {where}</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>the query itself</source>
        <translation>查询自己</translation>
    </message>
    <message>
        <source>key {count} before the query</source>
        <translation>键在查询之前 {count} 位</translation>
    </message>
    <message>
        <source>key {count} after the query</source>
        <translation>键在查询之后 {count} 位</translation>
    </message>
</context>
<context>
    <name>presets</name>
    <message>
        <source>tiny</source>
        <translation>极小</translation>
    </message>
    <message>
        <source>small</source>
        <translation>小</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>passive</source>
        <translation>passive</translation>
    </message>
    <message>
        <source>report</source>
        <translation>课程报告</translation>
    </message>
    <message>
        <source>report-small</source>
        <translation>课程报告（小）</translation>
    </message>
</context>
<context>
    <name>questions</name>
    <message>
        <source>You predicted “{answer}”: right.</source>
        <translation>你预测“{answer}”：正确。</translation>
    </message>
    <message>
        <source>You predicted “{answer}”: not this time.</source>
        <translation>你预测“{answer}”：这次不对。</translation>
    </message>
</context>
<context>
    <name>record</name>
    <message>
        <source>attribution</source>
        <translation>署名</translation>
    </message>
    <message>
        <source>base model</source>
        <translation>基础模型</translation>
    </message>
    <message>
        <source>contributors</source>
        <translation>贡献者</translation>
    </message>
    <message>
        <source>corpus</source>
        <translation>语料</translation>
    </message>
    <message>
        <source>learning curve</source>
        <translation>学习曲线</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>share of exact translations</source>
        <translation>完全正确的译文比例</translation>
    </message>
    <message>
        <source>model family</source>
        <translation>模型系列</translation>
    </message>
    <message>
        <source>fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>held-out pairs</source>
        <translation>留出的句对</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>句对</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒数</translation>
    </message>
    <message>
        <source>sacreBLEU signature</source>
        <translation>sacreBLEU 签名</translation>
    </message>
    <message>
        <source>imported from</source>
        <translation>导入来源</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>更新次数</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>versions</source>
        <translation>版本</translation>
    </message>
</context>
<context>
    <name>replay</name>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>compared with {run} at update {update}</source>
        <translation>对比：{run} 第 {update} 次更新</translation>
    </message>
    <message>
        <source>{run} has no attention to compare with</source>
        <translation>{run} 没有可对比的注意力</translation>
    </message>
    <message>
        <source>moments evenly spaced</source>
        <translation>各时刻等距</translation>
    </message>
    <message>
        <source>Drag, click or press the arrow keys to move through the training. Moments are drawn evenly spaced, although early moments are closer together in time.</source>
        <translation>拖动、单击或按方向键，即可在训练过程中移动。各时刻画成等距，其实早期的时刻更密。</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>No attention is recorded yet.</source>
        <translation>还没有记录注意力。</translation>
    </message>
    <message>
        <source>before the first update</source>
        <translation>第一次更新之前</translation>
    </message>
    <message>
        <source>update {update}</source>
        <translation>第 {update} 次更新</translation>
    </message>
    <message>
        <source>update {update}, epoch {epoch}</source>
        <translation>第 {update} 次更新，第 {epoch} 轮</translation>
    </message>
    <message>
        <source>{moment} · no causal mask</source>
        <translation>{moment} · 无因果掩码</translation>
    </message>
    <message>
        <source>loss, by update</source>
        <translation>损失，按更新次数</translation>
    </message>
    <message>
        <source>moments, by update</source>
        <translation>时刻，按更新次数</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>正在显示</translation>
    </message>
    <message>
        <source>Every head during training</source>
        <translation>各个头在训练中的变化</translation>
    </message>
    <message>
        <source>{measured} at {moment}.</source>
        <translation>{measured}（{moment}）。</translation>
    </message>
    <message>
        <source>layer {layer} · head {head}: {measured}</source>
        <translation>第 {layer} 层 · 第 {head} 头：{measured}</translation>
    </message>
    <message>
        <source>dashed: {run} {number}</source>
        <translation>虚线：{run} {number}</translation>
    </message>
    <message>
        <source>update {update} of {planned}, epoch {epoch}</source>
        <translation>第 {update} / {planned} 次更新，第 {epoch} 轮</translation>
    </message>
    <message>
        <source>update {update} of {planned}</source>
        <translation>第 {update} 次更新（共 {planned} 次）</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>损失 {loss}</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>Writing the report…</source>
        <translation>正在写报告…</translation>
    </message>
</context>
<context>
    <name>scaling</name>
    <message>
        <source>Products q·k</source>
        <translation>点积 q·k</translation>
    </message>
    <message>
        <source>mean {mean} · variance {variance}</source>
        <translation>均值 {mean} · 方差 {variance}</translation>
    </message>
    <message>
        <source>{share} beyond the axis</source>
        <translation>{share} 超出坐标轴</translation>
    </message>
    <message>
        <source>{share} of {count} values ({n}) are from {low} to {high}</source>
        <translation>{count} 个值中有 {share}（{n} 个）在 {low} 到 {high} 之间</translation>
    </message>
    <message>
        <source>Softmax of factor × q·k</source>
        <translation>softmax（系数 × q·k）</translation>
    </message>
    <message>
        <source>This model does not divide: its scores are the ones on the left.</source>
        <translation>这个模型不做除法：它的分数就是左边的。</translation>
    </message>
    <message>
        <source>It also adds distance biases, which are not shown here.</source>
        <translation>它还会加上距离的偏置，这里没有计入。</translation>
    </message>
    <message>
        <source>Scores q·k/√d_k</source>
        <translation>分数 q·k/√d_k</translation>
    </message>
    <message>
        <source>Softmax of factor × q·k/√d_k</source>
        <translation>softmax（系数 × q·k/√d_k）</translation>
    </message>
    <message>
        <source>entropy ≤ {bits} bits</source>
        <translation>熵 ≤ {bits} 比特</translation>
    </message>
    <message>
        <source>weight {weight} · {key} · score {score} after {factor}</source>
        <translation>权重 {weight} · {key} · {factor} 后的分数 {score}</translation>
    </message>
    <message>
        <source>key {name}</source>
        <translation>键 {name}</translation>
    </message>
    <message>
        <source>Jacobian of the softmax at {factor}</source>
        <translation>系数 {factor} 时 softmax 的雅可比矩阵</translation>
    </message>
    <message>
        <source>largest {largest} · row: weight, column: score</source>
        <translation>最大 {largest} · 行：权重，列：分数</translation>
    </message>
    <message>
        <source>derivative {slope} · weight of {row} by score of {column}</source>
        <translation>导数 {slope} · {row} 的权重对 {column} 的分数</translation>
    </message>
    <message>
        <source>d_k = {d_k} · largest derivative {mean} on average · {low} to {high} in 80 % of {draws} random draws</source>
        <translation>d_k = {d_k} · 最大导数平均为 {mean} · {draws} 次随机抽样中有 80 % 在 {low} 到 {high} 之间</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Largest derivative by d_k</source>
        <translation>最大导数随 d_k 的变化</translation>
    </message>
    <message>
        <source>mean and 80 % of {draws} draws</source>
        <translation>{draws} 次抽样的平均值与其中 80 %</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均值</translation>
    </message>
</context>
<context>
    <name>shortcuts_box</name>
    <message>
        <source>Source: translate it</source>
        <translation>源句：翻译</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>回车键</translation>
    </message>
    <message>
        <source>All heads: choose one</source>
        <translation>所有头：选择一个</translation>
    </message>
    <message>
        <source>arrow keys, Home, End, Page up, Page down</source>
        <translation>方向键、Home、End、Page Up、Page Down</translation>
    </message>
    <message>
        <source>One head: select a cell, clear</source>
        <translation>单个头：选择单元格、取消选择</translation>
    </message>
    <message>
        <source>arrow keys, Home, End, Page up, Page down; Esc</source>
        <translation>方向键、Home、End、Page Up、Page Down；Esc</translation>
    </message>
    <message>
        <source>One head: zoom, move, fit</source>
        <translation>单个头：缩放、移动、适合窗口</translation>
    </message>
    <message>
        <source>+, −, 0; Ctrl and wheel, drag, double-click</source>
        <translation>+、−、0；Ctrl 加滚轮、拖动、双击</translation>
    </message>
    <message>
        <source>Links: choose a token, switch sides, clear</source>
        <translation>连线：选择词元、换到另一侧、不选</translation>
    </message>
    <message>
        <source>↑, ↓, Home, End; ←, →; Esc</source>
        <translation>↑、↓、Home、End；←、→；Esc</translation>
    </message>
    <message>
        <source>Text: choose a key token, a query token</source>
        <translation>文本：选择键词元、查询词元</translation>
    </message>
    <message>
        <source>←, →; ↑, ↓</source>
        <translation>←、→；↑、↓</translation>
    </message>
    <message>
        <source>Decoded tokens: choose a step</source>
        <translation>已解码的词元：选择一步</translation>
    </message>
    <message>
        <source>←, →, Home, End</source>
        <translation>←、→、Home、End</translation>
    </message>
    <message>
        <source>Candidates: read out values, branch</source>
        <translation>候选：读出数值、分支</translation>
    </message>
    <message>
        <source>↑, ↓; Return</source>
        <translation>↑、↓；回车</translation>
    </message>
    <message>
        <source>Branches: go there, compare, delete, rename</source>
        <translation>分支：前往、对比、删除、改名</translation>
    </message>
    <message>
        <source>Return; Space; Del; F2</source>
        <translation>回车；空格；Del；F2</translation>
    </message>
    <message>
        <source>Map: choose a block, a layer, open its tab</source>
        <translation>全图：选择模块、层，打开标签页</translation>
    </message>
    <message>
        <source>arrow keys; Page up, Page down; Return</source>
        <translation>方向键；Page Up、Page Down；回车键</translation>
    </message>
    <message>
        <source>Message: close it</source>
        <translation>消息：关闭</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Inside the views</source>
        <translation>视图之内</translation>
    </message>
</context>
<context>
    <name>system_reasons</name>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许此操作</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>路径中有一部分不是文件夹</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>已有同名文件</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名太长</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统是只读的</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件太大</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>Is a link</source>
        <translation>是一个链接</translation>
    </message>
</context>
<context>
    <name>take_along</name>
    <message>
        <source>Group of pictures</source>
        <translation>一组图</translation>
    </message>
    <message>
        <source>Picture copied: {width} × {height} pixels</source>
        <translation>图片已复制：{width} × {height} 像素</translation>
    </message>
    <message>
        <source>Values copied: paste them into a spreadsheet</source>
        <translation>数值已复制：可粘贴到电子表格中</translation>
    </message>
    <message>
        <source>This picture has no values</source>
        <translation>这幅图没有数值</translation>
    </message>
</context>
<context>
    <name>task_meanings</name>
    <message>
        <source>the same letters again</source>
        <translation>原样抄写字母</translation>
    </message>
    <message>
        <source>letters backwards</source>
        <translation>把字母倒过来写</translation>
    </message>
    <message>
        <source>English, active to passive</source>
        <translation>英语，主动变被动</translation>
    </message>
    <message>
        <source>short Chinese phrases</source>
        <translation>简短的中文短语</translation>
    </message>
    <message>
        <source>many Chinese phrases</source>
        <translation>大量中文短语</translation>
    </message>
    <message>
        <source>eight Chinese sentences</source>
        <translation>八个中文句子</translation>
    </message>
</context>
<context>
    <name>tasks</name>
    <message>
        <source>copy</source>
        <translation>复制 (copy)</translation>
    </message>
    <message>
        <source>reverse</source>
        <translation>反转 (reverse)</translation>
    </message>
    <message>
        <source>passive</source>
        <translation>passive</translation>
    </message>
    <message>
        <source>zh-en</source>
        <translation>中译英 (zh-en)</translation>
    </message>
    <message>
        <source>zh-en-large</source>
        <translation>中译英，大 (zh-en-large)</translation>
    </message>
    <message>
        <source>report</source>
        <translation>课程报告 (report)</translation>
    </message>
    <message>
        <source>mirror</source>
        <translation>镜像 (mirror)</translation>
    </message>
</context>
<context>
    <name>timeline</name>
    <message>
        <source>candidates of step {number}</source>
        <translation>第 {number} 步的候选</translation>
    </message>
    <message>
        <source>decoded tokens</source>
        <translation>已解码的词元</translation>
    </message>
    <message>
        <source>candidates of token {number}</source>
        <translation>第 {number} 个词元的候选</translation>
    </message>
    <message>
        <source>tokens of the sentence</source>
        <translation>句子的词元</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>log probability</source>
        <translation>对数概率</translation>
    </message>
</context>
<context>
    <name>times</name>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} 分 {seconds} 秒</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} 小时 {minutes} 分</translation>
    </message>
</context>
<context>
    <name>tokens</name>
    <message>
        <source>“{token}”</source>
        <translation>“{token}”</translation>
    </message>
    <message>
        <source>{token} ({gloss})</source>
        <translation>{token}（{gloss}）</translation>
    </message>
</context>
<context>
    <name>why</name>
    <message>
        <source>{likely} is {times} times as probable as {unlikely}: logit of {token} − logit of {other} = {difference}.</source>
        <translation>{likely} 的概率是 {unlikely} 的 {times} 倍：{token} 的 logit − {other} 的 logit = {difference}。</translation>
    </message>
    <message>
        <source>Effects measured: {done} of {total} heads</source>
        <translation>已测量影响：{total} 个头中的 {done} 个</translation>
    </message>
    <message>
        <source>Embedding of the input token</source>
        <translation>输入词元的词嵌入</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Feed-forward network</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Norm bias β</source>
        <translation>归一化的偏置 β</translation>
    </message>
    <message>
        <source>Output bias</source>
        <translation>输出偏置</translation>
    </message>
    <message>
        <source>{name} · {place}</source>
        <translation>{name} · {place}</translation>
    </message>
    <message>
        <source>{name}: no direct contribution, it acts through cross-attention</source>
        <translation>{name}：没有直接贡献，它通过交叉注意力起作用</translation>
    </message>
    <message>
        <source>{name}: contributes {value} to the difference</source>
        <translation>{name}：对这个差的贡献为 {value}</translation>
    </message>
    <message>
        <source>{text}; without this head (zero, recomputed) the difference is {rest}</source>
        <translation>{text}；没有这个头时（置零，重新计算），差为 {rest}</translation>
    </message>
    <message>
        <source>contribution</source>
        <translation>贡献</translation>
    </message>
    <message>
        <source>with the final norm</source>
        <translation>经过最后的归一化</translation>
    </message>
    <message>
        <source>without the final norm</source>
        <translation>不经过最后的归一化</translation>
    </message>
    <message>
        <source>click or press Return to choose this head</source>
        <translation>单击或按回车键选择这个头</translation>
    </message>
    <message>
        <source>{values} · {use}</source>
        <translation>{values} · {use}</translation>
    </message>
    <message>
        <source>← favours {token}</source>
        <translation>← 有利于 {token}</translation>
    </message>
    <message>
        <source>favours {token} →</source>
        <translation>有利于 {token} →</translation>
    </message>
    <message>
        <source>Why {token} and not {other}</source>
        <translation>为什么是 {token}，而不是 {other}</translation>
    </message>
    <message>
        <source>Parts of the logit difference</source>
        <translation>logit 之差的各个部分</translation>
    </message>
    <message>
        <source>no final norm</source>
        <translation>没有最后的归一化</translation>
    </message>
    <message>
        <source>After {layer}, {words}</source>
        <translation>{layer}之后，{words}</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>{title}: {side}</source>
        <translation>{title}：{side}</translation>
    </message>
    <message>
        <source>Best tokens after each decoder layer (logit lens)</source>
        <translation>解码器每一层之后的最佳词元 (logit lens)</translation>
    </message>
    <message>
        <source>The output projection, applied to what each layer outputs</source>
        <translation>对每一层的输出应用输出投影</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Sum (rounding error {error})</source>
        <translation>总和（舍入误差 {error}）</translation>
    </message>
    <message>
        <source>Bias of W^O</source>
        <translation>W^O 的偏置</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>影响</translation>
    </message>
</context>
</TS>
