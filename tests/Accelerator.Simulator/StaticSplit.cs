namespace Accelerator.Simulator;

/// <summary>A client that opens a number of sessions at once and gives each an equal part of the file, for good.</summary>
internal static class StaticSplit
{
    /// <summary>The round trips until the first byte of a cold session.</summary>
    public const double ColdRoundTrips = 8;

    /// <summary>Simulates it.</summary>
    /// <param name="path">The path.</param>
    /// <param name="streams">Streams, 1 or more.</param>
    /// <param name="seed">The seed of the losses.</param>
    /// <param name="roundTrips">Round trips that the client spends before its first byte and after its last one.</param>
    /// <param name="isShared">Whether the streams share all that is left, block by block, as GridFTP does.</param>
    public static SimulatedResult Run(SimulatedPath path, int streams, int seed, double roundTrips = ColdRoundTrips, bool isShared = false)
    {
        var run = new VirtualRun(path, seed);
        var tail = new TailMeter(path);
        var (arrived, left) = (0.0, streams);
        run.After(roundTrips * path.RoundTrip, () =>
        {
            for (var i = 0; i < streams; i++) Open((double)path.Size / streams);
        });
        run.Run(() => left == 0);
        return new SimulatedResult(run.Now, tail.Idle(run.Now), path.Size, streams);

        void Open(double part)
        {
            TcpFlow? flow = null;
            flow = run.Link.Open(bytes =>
            {
                if (part <= 0 || left == 0) return;
                part -= bytes;
                arrived += bytes;
                tail.Note(run.Now, arrived);
                if (isShared ? arrived >= path.Size : part <= 0)
                {
                    left = isShared ? 0 : left - 1;
                    run.Link.Close(flow!, run.Now, isEarly: !isShared);
                }
                else if (isShared) part = path.Size;
            });
        }
    }
}
