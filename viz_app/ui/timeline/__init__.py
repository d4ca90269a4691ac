"""The steps under the attention tab."""
