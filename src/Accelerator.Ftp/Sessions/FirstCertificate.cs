namespace Accelerator.Ftp.Sessions;

/// <summary>The first certificate that a site presented. Safe for use from many sessions at once.</summary>
internal sealed class FirstCertificate
{
    private byte[]? _raw;

    /// <summary>Returns whether this is the first certificate, or the same one.</summary>
    /// <param name="raw">The certificate as received; null for none.</param>
    public bool Is(byte[]? raw)
    {
        raw ??= [];
        return Interlocked.CompareExchange(ref _raw, raw, null) is not { } first || first.AsSpan().SequenceEqual(raw);
    }
}
