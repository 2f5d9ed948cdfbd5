// These tests wait for paced connections and time-outs more than they compute: eight at once take a quarter of the time of two.
[assembly: CollectionBehavior(MaxParallelThreads = 8)]
