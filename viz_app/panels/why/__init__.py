"""Why one token rather than another: a logit difference as a sum of the network's parts."""
