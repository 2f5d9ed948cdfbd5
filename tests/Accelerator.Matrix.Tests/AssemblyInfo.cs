// Most of a case is waiting: for a time-out, for a paced server. Two cores carry more of them at once than there are cores.
[assembly: CollectionBehavior(MaxParallelThreads = 6)]
