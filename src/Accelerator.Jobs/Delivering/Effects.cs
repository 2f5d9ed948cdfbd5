using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>The effects that a job requests for each delivered file.</summary>
internal static class Effects
{
    /// <summary>A line in a manifest. The payload is the manifest's path, which only programs of an older version use.</summary>
    public const string Manifest = "manifest";

    /// <summary>A program to run.</summary>
    public const string Command = "command";

    /// <summary>Returns the effects of one delivery.</summary>
    public static IReadOnlyList<WantedEffect> Of(JobDefinition job, DateTimeOffset at)
    {
        var effects = new List<WantedEffect>();
        if (job.Manifest is { } manifest) effects.Add(new WantedEffect(Manifest, manifest.Fill(at, job.Name, job.Server.Name)));
        if (job.After is not null) effects.Add(new WantedEffect(Command, null));
        return effects;
    }
}
