using System.Net;

namespace Accelerator.Gateway.Settings;

/// <summary>Something that happened in a gateway. Texts of clients and servers are not escaped.</summary>
/// <param name="Session">The number of the client's session, from 1.</param>
public abstract record GatewayEvent(int Session)
{
    /// <summary>A client was refused: the gateway is full, or the client's address is not allowed.</summary>
    /// <param name="Client">The client.</param>
    /// <param name="Reason">A phrase.</param>
    public sealed record Refused(int Session, IPEndPoint Client, string Reason) : GatewayEvent(Session);

    /// <summary>A client tried to log in.</summary>
    /// <param name="Client">The client.</param>
    /// <param name="Server">The upstream server and user as messages name them.</param>
    /// <param name="Failure">Why it failed, one sentence; null on success.</param>
    public sealed record Login(int Session, IPEndPoint Client, string Server, string? Failure) : GatewayEvent(Session);

    /// <summary>A client has sent a request over HTTP.</summary>
    /// <param name="Client">The client.</param>
    /// <param name="Target">The method and the target, without the query.</param>
    public sealed record Request(int Session, IPEndPoint Client, string Target) : GatewayEvent(Session);

    /// <summary>
    /// A request over HTTP was answered with an error, and not because a file failed: that is <see cref="Ended"/>.
    /// </summary>
    /// <param name="Client">The client.</param>
    /// <param name="Target">The method and the target, without the query; a phrase for a request that cannot be read.</param>
    /// <param name="Status">The status of the answer.</param>
    /// <param name="Failure">Why it failed, one sentence.</param>
    public sealed record RequestFailed(int Session, IPEndPoint Client, string Target, int Status, string Failure) : GatewayEvent(Session);

    /// <summary>A file is being sent; about five times a second.</summary>
    /// <param name="Path">The file.</param>
    /// <param name="Bytes">Bytes the client has accepted.</param>
    /// <param name="Size">Bytes to send; null while unknown.</param>
    /// <param name="BytesPerSecond">The rate of the fetch; of a file over one stream or from memory, that of the client.</param>
    /// <param name="Streams">The number of streams; 0 for a file from memory.</param>
    public sealed record Progress(int Session, string Path, long Bytes, long? Size, double BytesPerSecond, int Streams)
        : GatewayEvent(Session)
    {
        /// <summary>Whether the file was in memory: fetched ahead of the client, or for an earlier one.</summary>
        public bool IsFromMemory { get; init; }
    }

    /// <summary>The transfer of a file has ended.</summary>
    /// <param name="Path">The file.</param>
    /// <param name="Bytes">Bytes the client has accepted.</param>
    /// <param name="Elapsed">From the command to the reply.</param>
    /// <param name="Streams">The highest number of streams; 0 for a file that the client sent.</param>
    /// <param name="Failure">Why it failed, one sentence; null on success.</param>
    public sealed record Ended(int Session, string Path, long Bytes, TimeSpan Elapsed, int Streams, string? Failure)
        : GatewayEvent(Session)
    {
        /// <summary>Bytes received from replicas of the server.</summary>
        public long FromReplicas { get; init; }

        /// <summary>Whether the file was in memory: fetched ahead of the client, or for an earlier one.</summary>
        public bool IsFromMemory { get; init; }
    }

    /// <summary>A client's connection has ended; nothing else of this session follows.</summary>
    public sealed record Left(int Session) : GatewayEvent(Session);

    /// <summary>A session ended by a defect of the program.</summary>
    /// <param name="Cause">The exception.</param>
    public sealed record Fault(int Session, Exception Cause) : GatewayEvent(Session);
}
