<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AttentionPanel</name>
    <message>
        <source>Translate a sentence to see its attention.</source>
        <translation>翻译一个句子，即可查看它的注意力。</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行标签</translation>
    </message>
</context>
<context>
    <name>BatchView</name>
    <message>
        <source>The batch</source>
        <translation>批次</translation>
    </message>
</context>
<context>
    <name>CandidateBars</name>
    <message>
        <source>Candidates for the next token</source>
        <translation>下一个词元的候选</translation>
    </message>
    <message>
        <source>{token}: probability {probability}, log-probability {log}</source>
        <translation>{token}：概率 {probability}，对数概率 {log}</translation>
    </message>
</context>
<context>
    <name>DeviceChooser</name>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>CUDA GPU</source>
        <translation>CUDA GPU</translation>
    </message>
    <message>
        <source>Apple GPU</source>
        <translation>Apple GPU</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Where the model computes; Auto takes the fastest device</source>
        <translation>模型在哪里计算；“自动”选用最快的设备</translation>
    </message>
</context>
<context>
    <name>DimensionField</name>
    <message>
        <source>Dimensions</source>
        <translation>维</translation>
    </message>
    <message>
        <source>Numbers of the dimensions to draw as curves, such as 0, 1, 20</source>
        <translation>要画成曲线的维的编号，例如 0, 1, 20</translation>
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
        <source>The sentence to translate; Return translates it</source>
        <translation>要翻译的句子；按回车键翻译</translation>
    </message>
    <message>
        <source>Source sentence</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>Choose the model that translates</source>
        <translation>选择用来翻译的模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
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
        <source>{count} trained numbers</source>
        <translation>{count} 个训练得到的参数</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Stop; the steps so far stay</source>
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
        <translation>选中的头</translation>
    </message>
</context>
<context>
    <name>KindPills</name>
    <message>
        <source>{kind} attention</source>
        <translation>{kind}</translation>
    </message>
</context>
<context>
    <name>LossCurve</name>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>loss (nats per token)</source>
        <translation>损失（nat/词元）</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
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
        <source>Logarithmic scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>损失曲线</translation>
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
        <source>No training yet</source>
        <translation>尚未训练</translation>
    </message>
    <message>
        <source>loss {loss} nats per token at update {update}</source>
        <translation>第 {update} 次更新：损失为每词元 {loss} nat</translation>
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
    <name>MasksPanel</name>
    <message>
        <source>Translate a sentence to see its masks.</source>
        <translation>翻译一个句子，即可查看它的掩码。</translation>
    </message>
    <message>
        <source>The batch: shorter sentences are padded to the length of the longest</source>
        <translation>批次：较短的句子填充到最长句子的长度</translation>
    </message>
    <message>
        <source>Second sentence</source>
        <translation>第二句</translation>
    </message>
    <message>
        <source>Second sentence of the batch</source>
        <translation>批次中的第二句</translation>
    </message>
    <message>
        <source>Another sentence, to see how a batch is padded; press Enter to use it</source>
        <translation>再写一个句子，看看批次怎样填充；按回车键生效</translation>
    </message>
    <message>
        <source>Sentence {number}</source>
        <translation>第 {number} 句</translation>
    </message>
    <message>
        <source>Show the masks of this sentence of the batch</source>
        <translation>显示批次中这一句的掩码</translation>
    </message>
</context>
<context>
    <name>MasksView</name>
    <message>
        <source>Masks</source>
        <translation>掩码</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
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
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Load &amp;model</source>
        <translation>加载模型(&amp;M)</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用这个模型</translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>No model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>Shipped</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Trained here</source>
        <translation>在本机训练</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
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
    <name>NoticeBar</name>
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
        <source>Steps a second while playing</source>
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
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>PositionsPanel</name>
    <message>
        <source>Open a model to see its positional encodings.</source>
        <translation>打开一个模型，即可查看它的位置编码。</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>维</translation>
    </message>
    <message>
        <source>Positions shown</source>
        <translation>显示的位置数</translation>
    </message>
    <message>
        <source>How many positions are shown</source>
        <translation>显示多少个位置</translation>
    </message>
</context>
<context>
    <name>RowLabelSwitch</name>
    <message>
        <source>fed in → predicted</source>
        <translation>输入 → 预测</translation>
    </message>
    <message>
        <source>fed in</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Names of the rows</source>
        <translation>行标签</translation>
    </message>
    <message>
        <source>Name rows by the token fed in, by the one predicted from it, or by both</source>
        <translation>用输入的词元、由它预测的词元或两者来标记每一行</translation>
    </message>
</context>
<context>
    <name>StepStrip</name>
    <message>
        <source>Decoded tokens</source>
        <translation>已解码的词元</translation>
    </message>
    <message>
        <source>step {step} of {steps}: {token}</source>
        <translation>第 {step} 步，共 {steps} 步：{token}</translation>
    </message>
</context>
<context>
    <name>Tabs</name>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>What every head attends to (Ctrl+1)</source>
        <translation>每个头关注什么 (Ctrl+1)</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>The masks of a batch (Ctrl+2)</source>
        <translation>一个批次的掩码 (Ctrl+2)</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The positional encodings (Ctrl+3)</source>
        <translation>位置编码 (Ctrl+3)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train a model (Ctrl+4)</source>
        <translation>训练模型 (Ctrl+4)</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Drag to go to a step</source>
        <translation>拖动以跳到某一步</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>Entropy of the next-token distribution: 0 bits when it is certain</source>
        <translation>下一个词元分布的熵：完全确定时为 0 比特</translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} 比特</translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation>还没有步</translation>
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
    <name>TokenStrip</name>
    <message>
        <source>Where the model looks</source>
        <translation>模型关注哪里</translation>
    </message>
    <message>
        <source>masked: {token} may not be attended to</source>
        <translation>已掩蔽：不可关注{token}</translation>
    </message>
    <message>
        <source>{weight} · {token}, mean over the heads of the layer</source>
        <translation>{weight} · {token}，该层各头的平均</translation>
    </message>
</context>
<context>
    <name>TrainingForm</name>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Tas&amp;k</source>
        <translation>任务(&amp;K)</translation>
    </message>
    <message>
        <source>What the model learns</source>
        <translation>模型学习什么</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>规模(&amp;Z)</translation>
    </message>
    <message>
        <source>Layers × heads × width, and how to train them</source>
        <translation>层数 × 头数 × 宽度，以及训练方式</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>轮数(&amp;E)</translation>
    </message>
    <message>
        <source>How often the corpus is gone through</source>
        <translation>把语料过多少遍</translation>
    </message>
    <message>
        <source>Dev&amp;ice</source>
        <translation>设备(&amp;I)</translation>
    </message>
</context>
<context>
    <name>TrainingPanel</name>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>开始训练</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>End the run; the current model stays</source>
        <translation>结束这次训练；当前模型不变</translation>
    </message>
    <message>
        <source>Save model…</source>
        <translation>保存模型…</translation>
    </message>
    <message>
        <source>Save the current model to a file</source>
        <translation>把当前模型保存到文件</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Open a model from a file</source>
        <translation>从文件打开模型</translation>
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
        <source>Go on where it paused</source>
        <translation>从暂停处继续</translation>
    </message>
    <message>
        <source>Let the run wait</source>
        <translation>让训练暂停</translation>
    </message>
    <message>
        <source>Choose a task and a size, then start.</source>
        <translation>选择任务和规模，然后开始。</translation>
    </message>
    <message>
        <source>Reading the corpus of {task}…</source>
        <translation>正在读取语料：{task}…</translation>
    </message>
    <message>
        <source>Training {task}, size {preset}.</source>
        <translation>正在训练：{task}，规模：{preset}。</translation>
    </message>
    <message>
        <source>Paused. The run goes on exactly here when you resume it.</source>
        <translation>已暂停。继续后会从这里接着训练。</translation>
    </message>
    <message>
        <source>Training {task} is done.</source>
        <translation>训练完成：{task}。</translation>
    </message>
    <message>
        <source>Cancelled. What was learned is dropped.</source>
        <translation>已取消。这次学到的内容不保留。</translation>
    </message>
    <message>
        <source>Training {task} failed; the message above says why.</source>
        <translation>训练失败：{task}；原因见上方的消息。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>model</translation>
    </message>
</context>
<context>
    <name>TrainingReadout</name>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>time left</source>
        <translation>剩余时间</translation>
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
        <source>{number} of {total}</source>
        <translation>{number} / {total}</translation>
    </message>
</context>
<context>
    <name>TranslationLine</name>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>The target as text</source>
        <translation>目标句的文本</translation>
    </message>
    <message>
        <source>The translation appears here</source>
        <translation>译文显示在这里</translation>
    </message>
    <message>
        <source>Copy the translation</source>
        <translation>复制译文</translation>
    </message>
    <message>
        <source>Stopped at the length limit</source>
        <translation>达到长度上限而停止</translation>
    </message>
    <message>
        <source>The model did not end the sentence before its longest length</source>
        <translation>模型在达到最大长度之前没有结束句子</translation>
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
        <source>See what every attention head of a Transformer looks at while it translates and learns.

The model zh-en has learned from sentence pairs of Tatoeba (tatoeba.org), whose authors published them under CC BY 2.0 FR, and from phrases written for Headlight. The authors&apos; names stand in the model&apos;s file.

Licence: MIT
Qt {qt} · PySide {pyside}</source>
        <translation>看清 Transformer 在翻译和学习时，每个注意力头在看什么。

模型 zh-en 学自 Tatoeba（tatoeba.org）的句对和为 Headlight 编写的短句；前者由其作者以 CC BY 2.0 FR 发布，作者姓名记在模型文件里。

许可证：MIT
Qt {qt} · PySide {pyside}</translation>
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
        <source>Source tokens attend to source tokens</source>
        <translation>源句词元关注源句词元</translation>
    </message>
    <message>
        <source>Target tokens attend to the target tokens before them</source>
        <translation>目标句词元关注它前面的目标句词元</translation>
    </message>
    <message>
        <source>Target tokens attend to source tokens</source>
        <translation>目标句词元关注源句词元</translation>
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
        <source>row (fed in → predicted)</source>
        <translation>行（输入 → 预测）</translation>
    </message>
    <message>
        <source>row (fed in)</source>
        <translation>行（输入）</translation>
    </message>
    <message>
        <source>row (predicted)</source>
        <translation>行（预测）</translation>
    </message>
    <message>
        <source>{rows} attends to column (target, fed in)</source>
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
        <source>{kind}, layer {layer}, head {head}</source>
        <translation>{kind}，第 {layer} 层，第 {head} 头</translation>
    </message>
    <message>
        <source>{row} is not decoded yet</source>
        <translation>{row}尚未解码</translation>
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
        <source>Where the encoder looks from {token}</source>
        <translation>编码器中{token}关注哪里</translation>
    </message>
    <message>
        <source>Where the decoder looks back to predict {token}</source>
        <translation>解码器预测{token}时回头关注哪里</translation>
    </message>
    <message>
        <source>Where the model looks to predict {token}</source>
        <translation>模型预测{token}时关注哪里</translation>
    </message>
    <message>
        <source>mean over the heads of layer {number}</source>
        <translation>第 {number} 层各头的平均</translation>
    </message>
    <message>
        <source>{token} looks {first_weight} at {first}</source>
        <translation>{token}对{first}的权重为 {first_weight}</translation>
    </message>
    <message>
        <source>Predicting {token}, this head looks {first_weight} at {first}</source>
        <translation>预测{token}时，这个头对{first}的权重为 {first_weight}</translation>
    </message>
    <message>
        <source>{token} looks {first_weight} at {first} and {second_weight} at {second}</source>
        <translation>{token}对{first}的权重为 {first_weight}，对{second}为 {second_weight}</translation>
    </message>
    <message>
        <source>Predicting {token}, this head looks {first_weight} at {first} and {second_weight} at {second}</source>
        <translation>预测{token}时，这个头对{first}的权重为 {first_weight}，对{second}为 {second_weight}</translation>
    </message>
</context>
<context>
    <name>file_dialogs</name>
    <message>
        <source>Open model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Save model as</source>
        <translation>模型另存为</translation>
    </message>
    <message>
        <source>Open pairs (.tsv), or source sentences</source>
        <translation>打开句对 (.tsv) 或源句文件</translation>
    </message>
    <message>
        <source>Open the target sentences of these</source>
        <translation>打开与之对应的目标句文件</translation>
    </message>
    <message>
        <source>Pairs of sentences (*.tsv *.tsv.gz)</source>
        <translation>句对 (*.tsv *.tsv.gz)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Models (*.safetensors)</source>
        <translation>模型 (*.safetensors)</translation>
    </message>
</context>
<context>
    <name>masks</name>
    <message>
        <source>Encoder: source padding</source>
        <translation>编码器：源句填充</translation>
    </message>
    <message>
        <source>No token attends to padding.</source>
        <translation>词元不关注填充。</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>No token attends to one that comes after it.</source>
        <translation>词元不关注它后面的词元。</translation>
    </message>
    <message>
        <source>Decoder: causal and padding</source>
        <translation>解码器：因果与填充</translation>
    </message>
    <message>
        <source>Both at once: this is what the decoder uses.</source>
        <translation>两者合一，供解码器使用。</translation>
    </message>
    <message>
        <source>Cross: source padding</source>
        <translation>交叉注意力：源句填充</translation>
    </message>
    <message>
        <source>Target tokens attend to no source padding.</source>
        <translation>目标句词元不关注源句的填充。</translation>
    </message>
    <message>
        <source>{row} may attend to {key}.</source>
        <translation>{row}可以关注{key}。</translation>
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
</context>
<context>
    <name>menus</name>
    <message>
        <source>&amp;Open model…</source>
        <translation>打开模型(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a model from a file</source>
        <translation>从文件打开模型</translation>
    </message>
    <message>
        <source>&amp;Save model as…</source>
        <translation>模型另存为(&amp;S)…</translation>
    </message>
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
        <source>&amp;Attention</source>
        <translation>注意力(&amp;A)</translation>
    </message>
    <message>
        <source>Show what every head attends to</source>
        <translation>显示每个头关注什么</translation>
    </message>
    <message>
        <source>&amp;Masks</source>
        <translation>掩码(&amp;M)</translation>
    </message>
    <message>
        <source>Show the masks of a batch</source>
        <translation>显示一个批次的掩码</translation>
    </message>
    <message>
        <source>&amp;Positions</source>
        <translation>位置(&amp;P)</translation>
    </message>
    <message>
        <source>Show the positional encodings</source>
        <translation>显示位置编码</translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>Train a model and watch its loss</source>
        <translation>训练模型并观察损失</translation>
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
        <source>Target tokens attend to the target tokens before them</source>
        <translation>目标句词元关注它前面的目标句词元</translation>
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
        <source>&amp;Fed in → predicted</source>
        <translation>输入 → 预测(&amp;F)</translation>
    </message>
    <message>
        <source>Name rows by the token fed in and the one it predicted</source>
        <translation>用输入的词元和由它预测的词元标记每一行</translation>
    </message>
    <message>
        <source>Token fed &amp;in</source>
        <translation>输入的词元(&amp;I)</translation>
    </message>
    <message>
        <source>Name rows by the token fed in</source>
        <translation>用输入的词元标记每一行</translation>
    </message>
    <message>
        <source>Token &amp;predicted</source>
        <translation>预测的词元(&amp;P)</translation>
    </message>
    <message>
        <source>Name rows by the token that was predicted from them</source>
        <translation>用由该行预测的词元标记每一行</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark, as the desktop is</source>
        <translation>浅色或深色，与桌面一致</translation>
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
        <source>Stop; the steps so far stay</source>
        <translation>停止；已完成的步保留</translation>
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
        <source>Go to the token before</source>
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
        <source>Let the steps advance by themselves, or hold them</source>
        <translation>让各步自动前进，或停住</translation>
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
</context>
<context>
    <name>messages</name>
    <message>
        <source>No font on this machine has Chinese characters, so they show as boxes: install one ({package} on Debian and Ubuntu), then start Headlight again.</source>
        <translation>本机没有含汉字的字体，汉字会显示成方框：请安装一个（Debian 和 Ubuntu 上是 {package}），然后重新启动 Headlight。</translation>
    </message>
    <message>
        <source>A vocabulary must begin with {expected}, not {found!r}.</source>
        <translation>词表必须以 {expected} 开头，而不是 {found!r}。</translation>
    </message>
    <message>
        <source>Control characters were removed: {characters}.</source>
        <translation>已去掉控制字符：{characters}。</translation>
    </message>
    <message>
        <source>It is not UTF-8 text (byte {byte}).</source>
        <translation>这不是 UTF-8 文本（第 {byte} 字节处）。</translation>
    </message>
    <message>
        <source>Line {line}: {error}</source>
        <translation>第 {line} 行：{error}</translation>
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
        <source>Only {most:,} pairs of {name} can be held out, not {heldout:,}: the others share sentences with them or with many pairs.</source>
        <translation>{name} 只能留出 {most:,} 对，不能留出 {heldout:,} 对：其余的句对与它们或与许多句对共用句子。</translation>
    </message>
    <message>
        <source>Process {rank} of {count} cannot join the others: {error}</source>
        <translation>共 {count} 个进程，其中第 {rank} 个无法加入：{error}</translation>
    </message>
    <message>
        <source>Process {rank} of {count} has lost the others: {error}</source>
        <translation>共 {count} 个进程，其中第 {rank} 个与其他进程失去联系：{error}</translation>
    </message>
    <message>
        <source>Something unexpected went wrong: {error}.</source>
        <translation>发生了意外错误：{error}。</translation>
    </message>
    <message>
        <source>The configuration has an unknown field {name!r}.</source>
        <translation>配置中有未知字段 {name!r}。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made: {reason}.</source>
        <translation>无法创建文件夹 {folder}：{reason}。</translation>
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
        <source>The loss became {value} at update {update}; try a learning rate below {rate:.2g}.</source>
        <translation>第 {update} 次更新时损失变成了 {value}；请试试低于 {rate:.2g} 的学习率。</translation>
    </message>
    <message>
        <source>The loss has grown to {value:.1f} at update {update}; try a learning rate below {rate:.2g}.</source>
        <translation>损失在第 {update} 次更新时升到了 {value:.1f}；请试试低于 {rate:.2g} 的学习率。</translation>
    </message>
    <message>
        <source>The merge of {left!r} and {right!r} is not in the vocabulary.</source>
        <translation>{left!r} 与 {right!r} 合并的结果不在词表中。</translation>
    </message>
    <message>
        <source>The model as it was at the end of epoch {epoch} is kept.</source>
        <translation>第 {epoch} 轮结束时的模型已保留。</translation>
    </message>
    <message>
        <source>The model was saved as {path}.</source>
        <translation>模型已保存为 {path}。</translation>
    </message>
    <message>
        <source>The setting {name} has no value {value!r}; its default is used.</source>
        <translation>设置项 {name} 没有 {value!r} 这个值；使用默认值。</translation>
    </message>
    <message>
        <source>The settings file was broken; Headlight starts with the defaults and keeps it as {path}.</source>
        <translation>设置文件已损坏；Headlight 以默认设置启动，并把它保留为 {path}。</translation>
    </message>
    <message>
        <source>The settings file {path} is not readable ({reason}); Headlight starts with the defaults.</source>
        <translation>无法读取设置文件 {path}（{reason}）；Headlight 以默认设置启动。</translation>
    </message>
    <message>
        <source>The source is empty: type a sentence to translate.</source>
        <translation>源句是空的：请输入要翻译的句子。</translation>
    </message>
    <message>
        <source>The source “{start}” has {tokens} tokens; this model reads at most {largest}.</source>
        <translation>源句“{start}”有 {tokens} 个词元；这个模型最多读入 {largest} 个。</translation>
    </message>
    <message>
        <source>The tokenizer is not readable: {error}.</source>
        <translation>无法读取分词器：{error}。</translation>
    </message>
    <message>
        <source>The tokenizer level {level!r} must be word or bpe.</source>
        <translation>分词器的级别 {level!r} 必须是 word 或 bpe。</translation>
    </message>
    <message>
        <source>The vocabulary holds a token twice.</source>
        <translation>词表中有重复的词元。</translation>
    </message>
    <message>
        <source>There is no checkpoint {path}.</source>
        <translation>没有模型文件 {path}。</translation>
    </message>
    <message>
        <source>There is no device {name!r}. Devices: {devices}.</source>
        <translation>没有设备 {name!r}。可用的设备名：{devices}。</translation>
    </message>
    <message>
        <source>There is no model or file {name!r}. Models: {models}.</source>
        <translation>没有模型或文件 {name!r}。现有模型：{models}。</translation>
    </message>
    <message>
        <source>There is no number {name!r} to set. Numbers: {known}.</source>
        <translation>没有名为 {name!r} 的参数可设。可设的参数：{known}。</translation>
    </message>
    <message>
        <source>There is no preset {name!r}. Presets: {presets}.</source>
        <translation>没有预设 {name!r}。现有预设：{presets}。</translation>
    </message>
    <message>
        <source>There is no task or file {name!r}. Tasks: {tasks}; or a .tsv file, or SOURCE,TARGET.</source>
        <translation>没有任务或文件 {name!r}。现有任务：{tasks}；也可以是 .tsv 文件，或“源文件,目标文件”。</translation>
    </message>
    <message>
        <source>There is nothing to read: stdin is closed.</source>
        <translation>没有可读的内容：标准输入已关闭。</translation>
    </message>
    <message>
        <source>This installation has no texts in the chosen language; Headlight speaks English.</source>
        <translation>此安装中没有所选语言的文本；Headlight 将使用英语。</translation>
    </message>
    <message>
        <source>This model knows nothing in “{start}”: it was trained on other characters.</source>
        <translation>这个模型完全不认识“{start}”：它是用其他字符训练的。</translation>
    </message>
    <message>
        <source>Unknown to this model, read as &lt;unk&gt;: {words}</source>
        <translation>这个模型不认识，按 &lt;unk&gt; 读入：{words}</translation>
    </message>
    <message>
        <source>bfloat16 was asked for, but this machine&apos;s {device} does not compute in it; using float32.</source>
        <translation>要求使用 bfloat16，但这台机器的 {device} 不支持；改用 float32。</translation>
    </message>
    <message>
        <source>clip ({value!r}) must be above 0.</source>
        <translation>clip（{value!r}）必须大于 0。</translation>
    </message>
    <message>
        <source>d_model ({d_model}) must be divisible by n_heads ({n_heads}).</source>
        <translation>d_model（{d_model}）必须能被 n_heads（{n_heads}）整除。</translation>
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
        <source>heldout ({heldout:,}) must be at least 1 and at most a third of the {pairs:,} pairs of {name}.</source>
        <translation>heldout（{heldout:,}）至少为 1，至多为 {name} 的 {pairs:,} 对的三分之一。</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>learning_rate ({value!r}) must be above 0 and below 1.</source>
        <translation>learning_rate（{value!r}）必须大于 0 且小于 1。</translation>
    </message>
    <message>
        <source>line {line}: {reason}</source>
        <translation>第 {line} 行：{reason}</translation>
    </message>
    <message>
        <source>longer than {longest} words</source>
        <translation>超过 {longest} 个词</translation>
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
        <source>one side is much longer than the other</source>
        <translation>一边比另一边长得多</translation>
    </message>
    <message>
        <source>r_drop ({value!r}) must be from 0 to {largest}.</source>
        <translation>r_drop（{value!r}）必须在 0 到 {largest} 之间。</translation>
    </message>
    <message>
        <source>ratio ({value!r}) must be at least 1.</source>
        <translation>ratio（{value!r}）至少为 1。</translation>
    </message>
    <message>
        <source>shares a sentence with a held-out pair</source>
        <translation>与留出的句对共用句子</translation>
    </message>
    <message>
        <source>source and target are the same</source>
        <translation>源句与目标句相同</translation>
    </message>
    <message>
        <source>the other file has no such line</source>
        <translation>另一个文件没有对应的行</translation>
    </message>
    <message>
        <source>there is no text in it</source>
        <translation>其中没有文字</translation>
    </message>
    <message>
        <source>{corpus}: {pairs} pairs are longer than max_len ({max_len}) and are left out.</source>
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
        <source>{device} is out of memory: from here each batch is computed in {pieces} parts.</source>
        <translation>{device} 内存不足：从这里起，每个批次分 {pieces} 份计算。</translation>
    </message>
    <message>
        <source>{device} was asked for, but this machine has no {device} device; using the CPU.</source>
        <translation>要求使用 {device}，但本机没有 {device} 设备；改用 CPU。</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first} {second}</translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <translation>{first}，{second}</translation>
    </message>
    <message>
        <source>{name} ({value!r}) in the environment is not a whole number.</source>
        <translation>环境变量 {name}（{value!r}）不是整数。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a whole number from 1 to {largest}.</source>
        <translation>{name}（{value!r}）必须是 1 到 {largest} 之间的整数。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a whole number of at least {smallest}.</source>
        <translation>{name}（{value!r}）必须是不小于 {smallest} 的整数。</translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be at least 0 and below 1.</source>
        <translation>{name}（{value!r}）必须不小于 0 且小于 1。</translation>
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
        <source>{name} cannot be split: {heldout:,} of its pairs are held out already.</source>
        <translation>{name} 无法再分：其中 {heldout:,} 对已经留出。</translation>
    </message>
    <message>
        <source>{name} holds no pair to learn from: {reasons}.</source>
        <translation>{name} 没有可以学习的句对：{reasons}。</translation>
    </message>
    <message>
        <source>{name} holds no sentence pair ({reason}). Each line needs a source, a tab, a target.</source>
        <translation>{name} 中没有句对（{reason}）。每一行都要有源句、制表符和目标句。</translation>
    </message>
    <message>
        <source>{name} is trained and is the current model; it is kept in {path}.</source>
        <translation>{name} 训练完成，已成为当前模型；保存在 {path}。</translation>
    </message>
    <message>
        <source>{name}: {dropped:,} of {lines:,} lines were left out: {reasons}; the first is line {line}.</source>
        <translation>{name}：{lines:,} 行中有 {dropped:,} 行未用：{reasons}；第一处是第 {line} 行。</translation>
    </message>
    <message>
        <source>{path} would be replaced, and it is read. Choose another folder.</source>
        <translation>{path} 正在被读取，不能被替换。请另选文件夹。</translation>
    </message>
    <message>
        <source>{source} has {left} lines, but {reference} has {right}: line by line, one must be the translation of the other.</source>
        <translation>{source} 有 {left} 行，而 {reference} 有 {right} 行：两者必须逐行互为翻译。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>无法读取 {path}：{reason}。</translation>
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
        <source>{path} holds an unfinished run; add --resume to go on with it, or remove it.</source>
        <translation>{path} 里有一次未完成的训练；加上 --resume 可继续，或将它删除。</translation>
    </message>
    <message>
        <source>{path} holds tensors, but not a Headlight model: it was made by another program.</source>
        <translation>{path} 里有张量，但不是 Headlight 的模型：它由别的程序生成。</translation>
    </message>
    <message>
        <source>{path} is a run with {name} {was!r}, not {now!r}; go on with the same numbers, or remove it to begin anew.</source>
        <translation>{path} 是一次 {name} 为 {was!r} 而非 {now!r} 的训练；请用相同的参数继续，或删除它重新开始。</translation>
    </message>
    <message>
        <source>{path} is damaged: its content does not match its checksum.</source>
        <translation>{path} 已损坏：内容与校验和不符。</translation>
    </message>
    <message>
        <source>{path} is damaged: its description is cut.</source>
        <translation>{path} 已损坏：其中的描述不完整。</translation>
    </message>
    <message>
        <source>{path} is empty.</source>
        <translation>{path} 是空的。</translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text (byte {position}).</source>
        <translation>{path} 不是 UTF-8 文本（第 {position} 字节处）。</translation>
    </message>
    <message>
        <source>{path} is not a Headlight checkpoint, or it is damaged.</source>
        <translation>{path} 不是 Headlight 的模型文件，或已损坏。</translation>
    </message>
    <message>
        <source>{path} is not a saved training run, or it is damaged; remove it to begin anew.</source>
        <translation>{path} 不是保存的训练，或者已损坏；删除它即可重新开始。</translation>
    </message>
    <message>
        <source>{path} must end on .png, .svg or .pdf.</source>
        <translation>{path} 必须以 .png、.svg 或 .pdf 结尾。</translation>
    </message>
    <message>
        <source>{path} was written by a newer Headlight (format {version}; this one reads up to {known}). Update Headlight to open it.</source>
        <translation>{path} 由更新版本的 Headlight 写成（格式 {version}；本版本最高读到 {known}）。请更新 Headlight 后再打开。</translation>
    </message>
</context>
<context>
    <name>positions</name>
    <message>
        <source>Learned table: every number was trained.</source>
        <translation>学习得到的位置编码表：每个数都由训练得出。</translation>
    </message>
    <message>
        <source>Positional encodings</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>row: position, column: dimension (d_model {d_model})</source>
        <translation>行：位置，列：维（d_model {d_model}）</translation>
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
        <source>{value} · {position}, dimension {dimension}</source>
        <translation>{value} · {position}，维 {dimension}</translation>
    </message>
    <message>
        <source>cosine {value} · {one} and {other}</source>
        <translation>余弦 {value} · {one} 与 {other}</translation>
    </message>
    <message>
        <source>position {number} {token}</source>
        <translation>位置 {number} {token}</translation>
    </message>
    <message>
        <source>position {number}</source>
        <translation>位置 {number}</translation>
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
        <source>report</source>
        <translation>课程报告</translation>
    </message>
    <message>
        <source>report-small</source>
        <translation>课程报告（小）</translation>
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
        <source>One head: move the cell, no cell</source>
        <translation>单个头：移动单元格，取消选中</translation>
    </message>
    <message>
        <source>arrow keys, Home, End, Page up, Page down; Esc</source>
        <translation>方向键、Home、End、Page Up、Page Down；Esc</translation>
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
        <source>Candidates: tell their values</source>
        <translation>候选：说出数值</translation>
    </message>
    <message>
        <source>↑, ↓</source>
        <translation>↑、↓</translation>
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
</context>
<context>
    <name>tokens</name>
    <message>
        <source>“{token}”</source>
        <translation>“{token}”</translation>
    </message>
</context>
</TS>
