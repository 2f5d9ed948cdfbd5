using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>The lanes of one run: one for each source by each local path. Closing them says good-bye to every server and writes down what was learned.</summary>
internal sealed class LaneSet : IAsyncDisposable
{
    private LaneSet(IReadOnlyList<Lane> lanes) => Lanes = lanes;

    /// <summary>The lanes; those of the first source come first.</summary>
    public IReadOnlyList<Lane> Lanes { get; }

    /// <summary>Makes the lanes and recalls what is known of their sites. Nothing is connected yet.</summary>
    /// <param name="request">How servers are spoken to.</param>
    /// <param name="sources">Whom.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static async Task<LaneSet> OpenAsync(TransferRequest request, IEnumerable<TransferSource> sources, TimeProvider time, CancellationToken cancellationToken)
    {
        var trace = request.Trace is { } write ? Serialise(write) : null;
        var set = new LaneSet(
        [
            .. from login in sources.Select(source => (source.Endpoint, source.Credential)).Distinct()
               from path in request.LocalPaths
               select new Lane(
                   new SessionProfile
                   {
                       Endpoint = login.Endpoint,
                       Credential = login.Credential,
                       LocalPath = path,
                       Charset = request.Charset,
                       ActiveMode = request.ActiveMode,
                       AcceptAnyCertificate = request.AcceptAnyCertificate,
                       Timeouts = request.Timeouts,
                   },
                   request.MostStreams,
                   new SiteNotebook(request.Sites, SiteKey.Of(login.Endpoint, login.Credential.User), time),
                   time,
                   trace,
                   request.Allowance),
        ]);
        foreach (var lane in set.Lanes) await lane.RecallAsync(cancellationToken).ConfigureAwait(false);
        return set;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var lane in Lanes)
        {
            await lane.DisposeAsync().ConfigureAwait(false);
            await lane.RememberAsync().ConfigureAwait(false);
        }
    }

    private static Action<FtpTraceLine> Serialise(Action<FtpTraceLine> write)
    {
        var gate = new object();
        return line =>
        {
            lock (gate) write(line);
        };
    }
}
