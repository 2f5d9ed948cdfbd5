namespace Accelerator.Ftp.Sessions;

/// <summary>The certificate that a site has shown first. Safe for use from many sessions at once.</summary>
internal sealed class FirstCertificate
{
    private byte[]? _raw;

    /// <summary>Whether this is the first one, or the same.</summary>
    /// <param name="raw">The certificate as it came; null for none.</param>
    public bool Is(byte[]? raw)
    {
        raw ??= [];
        return Interlocked.CompareExchange(ref _raw, raw, null) is not { } first || first.AsSpan().SequenceEqual(raw);
    }
}
