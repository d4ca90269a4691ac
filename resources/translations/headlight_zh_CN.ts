<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AttentionPanel</name>
    <message>
        <source>Translate a sentence to see its attention.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BatchView</name>
    <message>
        <source>The batch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CandidateBars</name>
    <message>
        <source>Candidates for the next token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{token}: probability {probability}, log-probability {log}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeviceChooser</name>
    <message>
        <source>Auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apple GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the model computes; Auto takes the fastest device</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DimensionField</name>
    <message>
        <source>Dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers of the dimensions to draw as curves, such as 0, 1, 20</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeaderBar</name>
    <message>
        <source>&amp;Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mo&amp;del</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type or paste a sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence to translate; Return translates it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the model that translates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {name}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{layers} layers × {heads} heads · {parameters} · {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} trained numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop; the steps so far stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate the source</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeatmapView</name>
    <message>
        <source>Focused head</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KindPills</name>
    <message>
        <source>{kind} attention</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LossCurve</name>
    <message>
        <source>update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss (nats per token)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lo&amp;g scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw the loss on a logarithmic scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No training yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss {loss} nats per token at update {update}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Headlight</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MaskLegend</name>
    <message>
        <source>may attend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MasksPanel</name>
    <message>
        <source>Translate a sentence to see its masks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The batch: shorter sentences are padded to the length of the longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second sentence of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another sentence, to see how a batch is padded; press Enter to use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the masks of this sentence of the batch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MasksView</name>
    <message>
        <source>Masks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Row labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load &amp;model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>No model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MosaicView</name>
    <message>
        <source>All heads</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what the program reported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note: {sentence}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning: {sentence}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error: {sentence}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlaybackButtons</name>
    <message>
        <source>First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps a second while playing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PositionCurves</name>
    <message>
        <source>Chosen dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves of the chosen dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dimensions {numbers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PositionsPanel</name>
    <message>
        <source>Open a model to see its positional encodings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many positions are shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowLabelSwitch</name>
    <message>
        <source>fed in → predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name rows by the token fed in, by the one predicted from it, or by both</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepStrip</name>
    <message>
        <source>Decoded tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {step} of {steps}: {token}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tabs</name>
    <message>
        <source>Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What every head attends to (Ctrl+1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The masks of a batch (Ctrl+2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The positional encodings (Ctrl+3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a model (Ctrl+4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Views</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag to go to a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy of the next-token distribution: 0 bits when it is certain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {step} of {steps}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {step} of {steps}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TokenStrip</name>
    <message>
        <source>Where the model looks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked: {token} may not be attended to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{weight} · {token}, mean over the heads of the layer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TrainingForm</name>
    <message>
        <source>File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tas&amp;k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model learns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers × heads × width, and how to train them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often the corpus is gone through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dev&amp;ice</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TrainingPanel</name>
    <message>
        <source>Train a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the run; the current model stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the current model to a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on where it paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the run wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a task and a size, then start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the corpus of {task}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training {task}, size {preset}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused. The run goes on exactly here when you resume it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training {task} is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled. What was learned is dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training {task} failed; the message above says why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TrainingReadout</name>
    <message>
        <source>epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranslationLine</name>
    <message>
        <source>Translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The translation appears here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at the length limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model did not end the sentence before its longest length</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>about_box</name>
    <message>
        <source>About Headlight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headlight {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what every attention head of a Transformer looks at while it translates and learns.

Licence: MIT
Qt {qt} · PySide {pyside}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>attention</name>
    <message>
        <source>Encoder self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source tokens attend to source tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target tokens attend to the target tokens before them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target tokens attend to source tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind} · layer {layer} · head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row (source) attends to column (source)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row (fed in → predicted)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row (fed in)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row (predicted)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows} attends to column (target, fed in)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows} attends to column (source)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind}, layer {layer}, head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{row} is not decoded yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked: {row} may not attend to {key} · {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{weight} · {row} attends to {key} · {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind} attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked: may not attend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not decoded yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the encoder looks from {token}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the decoder looks back to predict {token}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the model looks to predict {token}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean over the heads of layer {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{token} looks {first_weight} at {first}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting {token}, this head looks {first_weight} at {first}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{token} looks {first_weight} at {first} and {second_weight} at {second}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting {token}, this head looks {first_weight} at {first} and {second_weight} at {second}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>file_dialogs</name>
    <message>
        <source>Open model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save model as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open pairs (.tsv), or source sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the target sentences of these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs of sentences (*.tsv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.safetensors)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masks</name>
    <message>
        <source>Encoder: source padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No token attends to padding.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No token attends to one that comes after it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder: causal and padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both at once: this is what the decoder uses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross: source padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target tokens attend to no source padding.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{row} may attend to {key}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} is masked: no query may attend to padding.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked: {row} may not attend to {key}, which comes later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{token} is a token: queries may attend to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{token} is masked: no query may attend to padding.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>menus</name>
    <message>
        <source>&amp;Open model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save model as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the current model to a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop all work and close Headlight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what every head attends to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the masks of a batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the positional encodings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a model and watch its loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Encoder self-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source tokens attend to source tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Decoder self-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target tokens attend to the target tokens before them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cross-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target tokens attend to source tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fed in → predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name rows by the token fed in and the one it predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token fed &amp;in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name rows by the token fed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token &amp;predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name rows by the token that was predicted from them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark, as the desktop is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark text on light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light text on dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presentation &amp;size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text and marks, for a projector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Translate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate the source sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop translating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop; the steps so far stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy the translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the target as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the token before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step f&amp;orward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the next token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the last token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the steps advance by themselves, or hold them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;rain…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose what to train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the keys of every action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Headlight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>No font on this machine has Chinese characters, so they show as boxes: install one ({package} on Debian and Ubuntu), then start Headlight again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A vocabulary must begin with {expected}, not {found!r}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Control characters were removed: {characters}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not UTF-8 text (byte {byte}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line}: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is loaded yet: open or train one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair of {corpus} fits max_len ({max_len}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something unexpected went wrong: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The configuration has an unknown field {name!r}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The given target has {tokens} tokens; there is room for {largest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss became {value} at update {update}; try a learning rate below {rate:.2g}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The merge of {left!r} and {right!r} is not in the vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model was saved as {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The setting {name} has no value {value!r}; its default is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file was broken; Headlight starts with the defaults and keeps it as {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source is empty: type a sentence to translate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source “{start}…” has {tokens} tokens; this model reads at most {largest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokenizer is not readable: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tokenizer level {level!r} must be word or bpe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vocabulary holds a token twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no checkpoint {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no device {name!r}. Devices: {devices}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model or file {name!r}. Models: {models}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no preset {name!r}. Presets: {presets}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no task or file {name!r}. Tasks: {tasks}; or a .tsv file, or SOURCE,TARGET.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to read: stdin is closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model knows nothing in “{start}”: it was trained on other characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown to this model, read as &lt;unk&gt;: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clip ({value!r}) must be above 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d_model ({d_model}) must be divisible by n_heads ({n_heads}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning_rate ({value!r}) must be above 0 and below 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{corpus}: {pairs} pairs are longer than max_len ({max_len}) and are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} was asked for, but this machine has no {device} device; using the CPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a whole number from 1 to {largest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be a whole number of at least {smallest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be at least 0 and below 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be one of {choices}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ({value!r}) must be true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds no sentence pair ({reason}). Each line needs a source, a tab, a target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is trained and is the current model; it is kept in {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {dropped} of {lines} lines were left out; the first is line {line} ({reason}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} does not describe a model that can be built: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} holds tensors, but not a Headlight model: it was made by another program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is damaged: its content does not match its checksum.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is damaged: its description is cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text (byte {position}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a Headlight checkpoint, or it is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} must end on .png, .svg or .pdf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} was written by a newer Headlight (format {version}; this one reads up to {known}). Update Headlight to open it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>positions</name>
    <message>
        <source>Learned table: every number was trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positional encodings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row: position, column: dimension (d_model {d_model})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Similarity of positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine of two rows of the table, −1 … 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} · {position}, dimension {dimension}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine {value} · {one} and {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position {number} {token}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position {number}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>shortcuts_box</name>
    <message>
        <source>Source: translate it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads: choose one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arrow keys, Home, End, Page up, Page down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One head: move the cell, no cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arrow keys, Home, End, Page up, Page down; Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoded tokens: choose a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>←, →, Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates: tell their values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>↑, ↓</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message: close it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>tokens</name>
    <message>
        <source>“{token}”</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
