using Accelerator.Ftp;

namespace Accelerator.Gateway.Files;

/// <summary>How a file is fetched for a client.</summary>
internal enum FetchPlan
{
    /// <summary>By the engine, over several streams, verified.</summary>
    Engine,

    /// <summary>By one RETR of the client's session in TYPE I, verified by length, reply, and size and time afterwards.</summary>
    OneStream,

    /// <summary>By one RETR as the client wrote it. Only the server's reply confirms the end.</summary>
    AsWritten,
}

/// <summary>Chooses how a file is fetched. Pure.</summary>
internal static class FetchPlanner
{
    /// <summary>
    /// Files up to this length, bytes, come by one stream: it is warm, and a second one needs five round trips before its first byte, in
    /// which the first one has sent 450 KiB (slow start from 10 segments). Bytes behind an offset come by the engine: only it shows that
    /// the server honours REST, and only it can skip the bytes before the offset where the server does not.
    /// </summary>
    public const long LargestForOneStream = 512 << 10;

    /// <summary>Chooses the plan.</summary>
    /// <param name="isAscii">Whether the client has chosen TYPE A: offsets and lengths have no meaning in it.</param>
    /// <param name="path">The path that is valid in every session; null if only the client's folder gives it a meaning.</param>
    /// <param name="offset">First byte wanted.</param>
    /// <param name="mustHash">Whether a hash of the whole file must be compared: only the engine does.</param>
    /// <param name="size">Bytes of the file; null if the server does not report it, in which case the engine finds out what it can.</param>
    public static FetchPlan For(bool isAscii, FtpPath? path, long offset, bool mustHash, long? size)
    {
        if (isAscii || path is null) return FetchPlan.AsWritten;
        return offset == 0 && !mustHash && size <= LargestForOneStream ? FetchPlan.OneStream : FetchPlan.Engine;
    }
}
