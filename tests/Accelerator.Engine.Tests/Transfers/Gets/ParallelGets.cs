// These tests wait for paced connections and for time-outs more than they compute: six at once take a third of the time of two.
[assembly: CollectionBehavior(MaxParallelThreads = 6)]
