using System.Globalization;
using System.IO.Compression;
using System.Text;
using Accelerator.Cli.Output;
using Accelerator.Ftp;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Writes a bundle: every part masked, and a list of what is in it. Under its name it is whole; until then it is <c>FILE.part</c>.
/// </summary>
internal static class BundleFile
{
    private const string Manifest = "manifest.txt";

    /// <summary>Writes it.</summary>
    /// <param name="path">The zip; nothing is there.</param>
    /// <param name="parts">What goes into it.</param>
    /// <param name="made">When.</param>
    /// <param name="cancellationToken">Leaves nothing behind.</param>
    /// <returns>The manifest's lines.</returns>
    /// <exception cref="IOException">It cannot be written, or the name is taken.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
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
                manifest.Add("Masked are passwords in addresses, PASS and ACCT, members and variables named like passwords and tokens, "
                    + "and netrc. Names of users, servers and folders are not.");
                await WriteAsync(zip, Manifest, string.Join('\n', manifest) + "\n", made, cancellationToken).ConfigureAwait(false);
            }
            File.Move(partial, path, overwrite: false);
            return manifest;
        }
        catch when (isOurs)
        {
            File.Delete(partial);
            throw;
        }
    }

    private static async Task<string> AddAsync(ZipArchive zip, BundlePart part, DateTimeOffset made, CancellationToken cancellationToken)
    {
        if (part.Text is not { } text) return $"{part.Name}: {part.What}: not there. {SafeText.Escape(SecretMask.Of(part.Absence).Text)}";
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

/// <summary>A file of a bundle, or why it is not there.</summary>
/// <param name="Name">Its name in the zip.</param>
/// <param name="What">What it is, in a few words.</param>
/// <param name="Text">All of it; null where there is none.</param>
/// <param name="Absence">Why there is none, as a sentence; empty otherwise.</param>
internal sealed record BundlePart(string Name, string What, string? Text, string Absence = "");
