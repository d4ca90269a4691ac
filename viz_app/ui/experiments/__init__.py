"""The page of prepared experiments: a question, a prediction, two runs, an answer."""
