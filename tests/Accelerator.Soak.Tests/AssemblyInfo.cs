// Most of a run is waiting, for a paced server or a process that starts. Each is a process of its own.
[assembly: Xunit.CollectionBehavior(MaxParallelThreads = 5)]
