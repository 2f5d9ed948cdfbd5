using System.Globalization;
using System.IO.Compression;
using System.Text;
using Accelerator.Cli.Output;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Writes a bundle: every part masked, and a list of its contents. The file is named <c>FILE.part</c> until it is complete.
/// </summary>
internal static class BundleFile
{
    private const string Manifest = "manifest.txt";

    /// <summary>Writes the bundle.</summary>
    /// <param name="path">The path of the zip, which must not exist.</param>
    /// <param name="parts">The contents of the bundle.</param>
    /// <param name="made">The time of creation.</param>
    /// <param name="cancellationToken">A token to cancel the operation; no file is left behind.</param>
    /// <returns>The lines of the manifest.</returns>
    /// <exception cref="IOException">The bundle cannot be written, or the name is taken.</exception>
    /// <exception cref="UnauthorizedAccessException">Writing the bundle is not permitted.</exception>
    public static async Task<IReadOnlyList<string>> WriteAsync(
        string path, IReadOnlyList<BundlePart> parts, DateTimeOffset made, CancellationToken cancellationToken)
    {
        var partial = path + ".part";
        var isOurs = false;
        try
        {
            List<string> manifest =
                [$"ftpx support bundle, {made.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture)} UTC"];
            var file = new FileStream(partial, FileMode.CreateNew, FileAccess.Write, FileShare.None);
            isOurs = true;
            await using (file.ConfigureAwait(false))
            {
                using var zip = new ZipArchive(file, ZipArchiveMode.Create);
                foreach (var part in parts) manifest.Add(await AddAsync(zip, part, made, cancellationToken).ConfigureAwait(false));
                manifest.Add("These secrets are masked: passwords in URLs, PASS and ACCT, members and variables named like passwords "
                    + "and tokens, and netrc. Names of users, servers and folders are not masked.");
                await WriteAsync(zip, Manifest, string.Join('\n', manifest) + "\n", made, cancellationToken).ConfigureAwait(false);
            }
            LocalChanges.Rename(partial, path, overwrite: false);
            return manifest;
        }
        catch when (isOurs)
        {
            LocalChanges.Delete(partial);
            throw;
        }
    }

    private static async Task<string> AddAsync(ZipArchive zip, BundlePart part, DateTimeOffset made, CancellationToken cancellationToken)
    {
        if (part.Text is not { } text) return $"{part.Name}: {part.What}: missing. {SafeText.Escape(SecretMask.Of(part.Absence).Text)}";
        var masked = SecretMask.Of(text);
        await WriteAsync(zip, part.Name, masked.Text, made, cancellationToken).ConfigureAwait(false);
        return $"{part.Name}: {part.What}, {Format.Size(Encoding.UTF8.GetByteCount(masked.Text))}, "
            + $"{(masked.Secrets == 0 ? "nothing masked" : Format.Count(masked.Secrets, "secret") + " masked")}";
    }

    private static async Task WriteAsync(ZipArchive zip, string name, string text, DateTimeOffset made, CancellationToken cancellationToken)
    {
        var entry = zip.CreateEntry(name, CompressionLevel.Optimal);
        entry.LastWriteTime = made;
        var stream = entry.Open();
        await using (stream.ConfigureAwait(false)) await stream.WriteAsync(
            Encoding.UTF8.GetBytes(text), cancellationToken).ConfigureAwait(false);
    }
}

/// <summary>A file of a bundle, or the reason why it is missing.</summary>
/// <param name="Name">The name in the zip.</param>
/// <param name="What">A short description.</param>
/// <param name="Text">The complete text; null if there is none.</param>
/// <param name="Absence">The reason why there is no text, as a sentence; empty otherwise.</param>
internal sealed record BundlePart(string Name, string What, string? Text, string Absence = "");
