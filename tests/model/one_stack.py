"""Small models with one stack, as other people's are: one goes on with a prompt, one fills masks.

They are random; their tokenizers are of the kinds that GPT-2 and BERT have.
"""

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.special_tokens import SPECIAL_TOKENS
from model.text.foreign_cuts import TokenizerJsonCut
from model.text.piece_tokenizer import PieceTokenizer
from tests.model.builders import stir

WORDS = ("the", "cat", "sat", "on", "a", "mat", "dog", "has", "two", "book", ".")
BERT_SAMPLE = "the cat [MASK] on the mat ."
GPT_SAMPLE = "the cat sat"
_SIZES = {"n_layers": 3, "n_heads": 4, "d_model": 16, "d_ff": 20, "dropout": 0.0, "max_len": 40}


def gpt() -> TrainedModel:
    """A decoder alone with byte-level pieces, each its own with and without a blank before it."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges, pieces = [], [*alphabet]
    for word in (f"Ġ{word}" for word in WORDS):
        for end in range(2, len(word) + 1):
            if word[:end] not in pieces:
                merges.append((word[: end - 1], word[end - 1]))
                pieces.append(word[:end])
    cut = Tokenizer(models.BPE({piece: i for i, piece in enumerate(pieces)}, merges))
    cut.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    cut.decoder = decoders.ByteLevel()
    tokenizer = PieceTokenizer(
        cut=TokenizerJsonCut(cut.to_str()), pieces=(*SPECIAL_TOKENS, *pieces)
    )
    config = ModelConfig(
        **_SIZES,
        encoder_layers=0,
        positions="learned",
        scaled_embedding=False,
        activation="gelu_tanh",
        tie_embeddings=True,
        forbidden=(0, 1, 3),
    )
    return _model(config, tokenizer, name="small-gpt", sample=GPT_SAMPLE)


def bert() -> TrainedModel:
    """An encoder alone with word pieces, [CLS] and [SEP] around a sentence, and [MASK]."""
    special = ["[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = [*special, *WORDS, "##s", "##ed"]
    cut = Tokenizer(models.WordPiece({p: i for i, p in enumerate(pieces)}, unk_token="[UNK]"))
    cut.normalizer = normalizers.BertNormalizer()
    cut.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    cut.decoder = decoders.WordPiece()
    cut.add_special_tokens(special)
    ours = [*SPECIAL_TOKENS, *pieces[1:]]
    tokenizer = PieceTokenizer(
        cut=TokenizerJsonCut(cut.to_str()),
        pieces=ours,
        prefix=(ours.index("[CLS]"),),
        suffix=(ours.index("[SEP]"),),
        mask=ours.index("[MASK]"),
    )
    config = ModelConfig(
        **_SIZES,
        decoder_layers=0,
        norm="post",
        positions="learned",
        scaled_embedding=False,
        embedding_norm=True,
        activation="gelu",
        output_bias=True,
        output_transform=True,
        tie_embeddings=True,
        forbidden=(0, 1, 2),
    )
    return _model(config, tokenizer, name="small-bert", sample=BERT_SAMPLE)


def _model(
    config: ModelConfig, tokenizer: PieceTokenizer, *, name: str, sample: str
) -> TrainedModel:
    torch.manual_seed(0)
    network = Transformer(config, src_vocab=len(tokenizer), tgt_vocab=len(tokenizer))
    stir(network)
    return TrainedModel(
        name=name,
        task="imported",
        network=network.eval(),
        src_tokenizer=tokenizer,
        tgt_tokenizer=tokenizer,
        record={"samples": [sample]},
    )
