using System.Globalization;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// The most local files that one mirror may delete. A server that truncates a listing at a line end and still answers 226 cannot be told
/// from a server whose folder has become shorter: this limit bounds the deletions that such a listing can cause.
/// </summary>
/// <param name="Value">Files, 0 or more; or percent, 0 to 100.</param>
/// <param name="IsPercent">Whether <paramref name="Value"/> is a share of the local files that the run has compared.</param>
public sealed record DeleteLimit(long Value, bool IsPercent)
{
    /// <summary>Half of the local files.</summary>
    public static DeleteLimit Default { get; } = new(50, IsPercent: true);

    /// <inheritdoc/>
    public override string ToString() =>
        Value.ToString("N0", CultureInfo.InvariantCulture) + (IsPercent ? " %" : Value == 1 ? " file" : " files");

    /// <summary>
    /// Returns why a plan's extras must stay, one sentence; null where the limit allows all of them. Empty folders are not counted.
    /// </summary>
    internal string? WhyNot(MirrorPlan plan)
    {
        var extra = plan.ExtraFiles;
        var local = extra + plan.SameFiles + plan.ChangedFiles;
        if (IsPercent ? (decimal)extra * 100 <= (decimal)Value * local : extra <= Value) return null;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Nothing is deleted: {extra:N0} of {local:N0} local files ({100.0 * extra / local:0.#} %) are not in the server's listings, "
                + $"and --max-delete allows {this}. A truncated listing looks the same. "
                + $"If these files were removed on the server, run the command again with --max-delete {extra}.");
    }
}
