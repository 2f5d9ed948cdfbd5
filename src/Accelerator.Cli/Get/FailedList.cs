using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Get;

/// <summary>
/// The file given by <c>--failed-list</c>: the addresses that a run did not bring into place, in the form that <c>--input-file</c> reads.
/// Written at the end of every run, completely or not at all; empty after a run without failures.
/// </summary>
/// <param name="path">Its full path.</param>
/// <param name="time">Clock.</param>
internal sealed class FailedList(string path, TimeProvider time)
{
    /// <summary>Checks for the most likely mistakes.</summary>
    /// <exception cref="UsageException">The list cannot be written there.</exception>
    public void Check(TransferRequest request) =>
        WritableFile.Require("The list of failed files", path, request.Items.Select(item => item.TargetPath));

    /// <summary>Returns the line of a file: its URL with the user name, never the password, and its local name.</summary>
    public static string Line(TransferItem item)
    {
        var url = item.Sources[0].ToUrl();
        var name = Path.GetFileName(item.TargetPath);
        // A line is trimmed when it is read: then the name follows from the URL again.
        return name != name.Trim() || name.Any(char.IsControl) ? url : $"{url} {name}";
    }

    /// <summary>Returns the line of a pattern that could not be resolved.</summary>
    public static string Line(PatternAddress address)
    {
        var (endpoint, user) = (address.Url.Endpoint, address.Source.Credential.User);
        var login = user == FtpCredential.Anonymous.User ? "" : Uri.EscapeDataString(user) + "@";
        // The first blank of a line ends the URL.
        var written = address.Url.WrittenPath.Replace(" ", "%20", StringComparison.Ordinal).Replace("\t", "%09", StringComparison.Ordinal);
        return $"{endpoint.Scheme}://{login}{endpoint}/{written}";
    }

    /// <summary>Writes the list.</summary>
    /// <returns>Null on success, or the sentence that explains the failure.</returns>
    public async Task<string?> WriteAsync(IEnumerable<string> lines)
    {
        try
        {
            var text = string.Concat(lines.Select(line => line + "\n"));
            await AtomicFile.ReplaceAsync(path, Encoding.UTF8.GetBytes(text), time, CancellationToken.None).ConfigureAwait(false);
            return null;
        }
        catch (StorageException e)
        {
            return $"The list of failed files could not be written: {SafeText.Escape(e.Message)}";
        }
    }
}
