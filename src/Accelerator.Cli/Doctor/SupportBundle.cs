using Accelerator.Cli.Addresses;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Probe;
using Accelerator.Cli.Tune;
using Accelerator.Engine.Probing;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Writes the information that support needs to one zip: versions, the findings of doctor, settings, changes by ftpx tune, site memory,
/// logs, and a probe if a file was named.
/// </summary>
internal sealed class SupportBundle(ProcessEnvironment environment)
{
    private static readonly TimeSpan ProbeLimit = TimeSpan.FromSeconds(20);

    /// <summary>Collects and writes the bundle; returns the exit code.</summary>
    public async Task<int> WriteAsync(
        Exam exam, IReadOnlyList<Advice> advice, DoctorHost host, DoctorOptions options, CancellationToken cancellationToken)
    {
        var path = Path.GetFullPath(options.Bundle!, environment.Folder);
        var parts = new List<BundlePart>
        {
            new("version.txt", "ftpx and its runtime", VersionText.Line + "\n"),
            new("host.json", "what ftpx doctor found", Text(DoctorJson.Lines(exam, advice))),
            new("settings.json", "what ftpx tune show prints", Text(Settings(exam.Snapshot))),
            Journals(host.Tune.Journals),
            await SitesAsync(cancellationToken).ConfigureAwait(false),
        };
        for (var i = 0; i < options.Logs.Count; i++)
            parts.Add(await LogAsync(options.Logs[i], i + 1, cancellationToken).ConfigureAwait(false));
        if (await ProbeAsync(exam, options).ConfigureAwait(false) is { } probe) parts.Add(probe);
        try
        {
            Say(await BundleFile.WriteAsync(path, parts, environment.Time.GetUtcNow(), cancellationToken).ConfigureAwait(false), path);
            return ExitCodes.Ok;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            environment.Messages.Error($"{SafeText.Escape(path)} cannot be written: {SafeText.Escape(StorageErrors.Reason(e))} "
                + "Choose another file with --bundle.");
            return ExitCodes.Disk;
        }
    }

    private void Say(IReadOnlyList<string> manifest, string path)
    {
        try
        {
            foreach (var line in manifest) environment.Out.WriteLine(line);
            environment.Out.WriteLine($"Written to {SafeText.Escape(path)}. Read it before you send it.");
        }
        catch (IOException)
        {
            // Standard output was closed; the bundle and the list in it have been written.
        }
    }

    private static IEnumerable<string> Settings(HostSnapshot snapshot) =>
        SettingCatalogue.All.SelectMany(setting => SettingTarget.Of(setting, snapshot.Host))
            .Select(target => TuneJson.State(target, snapshot[target]));

    private static BundlePart Journals(IJournalStore store)
    {
        const string Name = "tunings.json", What = "what ftpx tune has changed";
        try
        {
            var journals = store.Load();
            return journals.Count == 0
                ? new BundlePart(Name, What, null, "Nothing was changed.")
                : new BundlePart(Name, What,
                    string.Concat(journals.Select(
                        journal => System.Text.Encoding.UTF8.GetString(TuningJournalFormat.Write(journal)) + "\n")));
        }
        catch (Exception e) when (e is FormatException or IOException or UnauthorizedAccessException)
        {
            return new BundlePart(Name, What, null, e.Message);
        }
    }

    private async Task<BundlePart> SitesAsync(CancellationToken cancellationToken)
    {
        const string Name = "sites.json", What = "what is stored about servers";
        if (environment.OpenSiteMemory() is not { } memory)
            return new BundlePart(Name, What, null, "The environment variables name no folder for it.");
        var listing = await memory.ListAsync(cancellationToken).ConfigureAwait(false);
        var problems = string.Join(' ', listing.Problems);
        return listing.Records.Count == 0
            ? new BundlePart(Name, What, null, problems.Length > 0 ? problems : "Nothing is stored.")
            : new BundlePart(Name, What, Text(listing.Records.Select(record => SiteJson.Line(record, environment.Time.GetUtcNow()))));
    }

    private async Task<BundlePart> LogAsync(string log, int number, CancellationToken cancellationToken)
    {
        var path = Path.GetFullPath(log, environment.Folder);
        var (text, problem) = await LogTail.ReadAsync(path, cancellationToken).ConfigureAwait(false);
        // Do not use the file's own name in the zip: it could lead to any path when the zip is extracted.
        return new BundlePart($"log-{number}.txt", $"the end of {SafeText.Escape(Path.GetFileName(path))}", text, problem);
    }

    // The same as ftpx probe, but without a password prompt: a script may create the bundle.
    private async Task<BundlePart?> ProbeAsync(Exam exam, DoctorOptions options)
    {
        const string Name = "probe.json", What = "what ftpx probe measured";
        if (options.Address is not { } address) return null;
        // The address was valid when the examination began.
        var read = new ListedAddress(address, null, "").Expand(UserConfiguration.Read(environment));
        if (!FtpUrl.TryParse(read.Text, FtpCharsets.Utf8, out var url, out _) || url.Path.Name.Length == 0) return null;
        if (exam.Path?.Failure is { } failure) return new BundlePart(Name, What, null, failure);
        using var output = new StringWriter();
        using var error = new StringWriter();
        var inside = environment with { Out = output, Err = error, ErrHasColor = static () => false, InIsTerminal = false };
        var words = new ProbeOptions { Address = address, Quiet = true, Json = true, Words = ["probe", address], TimeLimit = ProbeLimit,
            Proxy = options.Proxy, Typed = options.Typed };
        try
        {
            var code =
                await new ProbeCommandRunner(inside, new ProbeRunner(environment.Time).RunAsync).RunAsync(words).ConfigureAwait(false);
            return code == ExitCodes.Ok
                ? new BundlePart(Name, What, output.ToString()) : new BundlePart(Name, What, null, error.ToString().Trim());
        }
        catch (UsageException e)
        {
            return new BundlePart(Name, What, null, e.Message);
        }
    }

    private static string Text(IEnumerable<string> lines) => string.Concat(lines.Select(line => line + "\n"));
}
