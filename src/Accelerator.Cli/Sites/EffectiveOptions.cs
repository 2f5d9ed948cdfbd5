using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Sites;

/// <summary>What is wanted of each server of one command: what was typed, and below it what is laid down for the server.</summary>
internal sealed class EffectiveOptions
{
    private readonly Dictionary<SiteKey, TransferOptions> _bySite;

    private EffectiveOptions(Dictionary<SiteKey, TransferOptions> bySite) => _bySite = bySite;

    /// <summary>Reads the settings of the servers.</summary>
    /// <param name="memory">Where they are kept.</param>
    /// <param name="options">What was typed.</param>
    /// <param name="sites">The servers and who logs in, each once.</param>
    /// <param name="warn">Takes a sentence for each file or setting that is left out.</param>
    /// <exception cref="UsageException">A setting has a value that cannot be used.</exception>
    public static async Task<EffectiveOptions> ReadAsync(SiteMemory memory, TransferOptions options, IEnumerable<SiteKey> sites, Action<string> warn)
    {
        var bySite = new Dictionary<SiteKey, TransferOptions>();
        foreach (var site in sites)
        {
            var (settings, problems) = await memory.ReadSettingsAsync(site, CancellationToken.None).ConfigureAwait(false);
            foreach (var problem in problems) warn(SafeText.Escape(problem));
            foreach (var name in settings.Values.Keys.Where(name => SiteSettingTable.All.All(setting => setting.Name != name)))
                warn($"The setting {SafeText.Escape(name)} of {site} is not known to this version of ftpx and is left out.");
            bySite[site] = SiteSettingTable.Apply(options, site, settings);
        }
        return new EffectiveOptions(bySite);
    }

    /// <summary>What is wanted of one server.</summary>
    public TransferOptions For(SiteKey site) => _bySite[site];

    /// <summary>What holds for the command as a whole. Only whether TLS is demanded may differ from server to server.</summary>
    /// <exception cref="UsageException">Servers differ in more than that.</exception>
    public TransferOptions ForAll()
    {
        var (first, common) = _bySite.First();
        var other = _bySite.FirstOrDefault(pair => pair.Value with { RequireTls = false } != common with { RequireTls = false }).Key;
        return other is null
            ? common
            : throw new UsageException($"{first} and {other} have different settings (ftpx site list shows them), and one command has one set for all: "
                + "fetch from them with two commands, type the options that differ, or use --no-site-memory.");
    }
}
