namespace Accelerator.Gateway.Tls;

/// <summary>The files of a certificate and its key.</summary>
/// <param name="Path">The file of the certificate.</param>
/// <param name="KeyPath">The file of the key; null if it is in the same file.</param>
/// <param name="Password">The password of the key; null for none.</param>
/// <param name="Names">What messages call the settings.</param>
internal sealed record CertificateFiles(string Path, string? KeyPath, string? Password, CertificateSettingNames Names)
{
    /// <summary>Returns times and lengths of both files, which change when one is written.</summary>
    public (DateTime, long, DateTime, long) Look()
    {
        var (written, length) = Look(Path);
        var (keyWritten, keyLength) = KeyPath is { } key ? Look(key) : default;
        return (written, length, keyWritten, keyLength);
    }

    // A renewal may replace a link (certbot), or a link to the folder of the link's target (Kubernetes).
    private static (DateTime Written, long Length) Look(string path)
    {
        try
        {
            var file = new FileInfo(File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path);
            return (file.LastWriteTimeUtc, file.Length);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is missing for a moment, or for good: reading it gives the reason.
            return default;
        }
    }
}
