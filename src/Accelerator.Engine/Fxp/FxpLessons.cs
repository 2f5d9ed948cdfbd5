namespace Accelerator.Engine.Fxp;

/// <summary>What the files of a run have taught about its two servers, so that the next file does not begin with the same refusals.</summary>
internal sealed class FxpLessons(FxpRequest request)
{
    private volatile FxpWay _way = new(request.Passive) { MayRelay = request.ViaClient };

    /// <summary>How a file is tried first.</summary>
    public FxpWay Way => _way;

    /// <summary>A file came through like this.</summary>
    public void Note(FxpWay way) => _way = new FxpWay(way.Passive)
    {
        IsSwapped = way.IsSwapped,
        MayRelay = way.MayRelay,
        IsRelayed = way.IsRelayed,
        Append = way.Append,
        WithoutRestart = way.WithoutRestart,
    };
}
