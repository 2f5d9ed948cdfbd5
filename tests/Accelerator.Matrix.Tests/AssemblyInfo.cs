// A case mostly waits, for a time-out or a paced server, so two cores carry more cases at once than there are cores.
[assembly: CollectionBehavior(MaxParallelThreads = 6)]
