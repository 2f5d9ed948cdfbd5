using Accelerator.Cli.Terminal;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats a plan as text, for <c>--dry-run</c>.</summary>
internal static class PlanText
{
    private const int MostRanges = 16;

    /// <summary>The lines, without line ends.</summary>
    public static IReadOnlyList<string> Lines(TransferPlan plan)
    {
        List<string> lines =
        [
            SafeText.Escape(plan.Item.Sources[0].ToString()),
            .. plan.Item.Sources.Skip(1).Select(source => Row(source.Address is null ? "replica" : "address", source.ToString())),
            .. plan.LocalPaths.OfType<LocalPath>().Select(path => Row("leaves by", path.ToString())),
            Row("target", plan.Item.TargetPath),
            Row("size", plan.Identity.Size is { } size
                ? $"{Format.Number(size)} bytes ({Format.Size(size)})" : "not reported by the server"),
            Row("modified", plan.ModifiedUtc is { } time ? $"{time:yyyy-MM-dd HH:mm:ss} UTC" : "not reported by the server"),
            Row("resume", plan.BytesReused > 0 ? $"{Format.Size(plan.BytesReused)} kept from an earlier run" : "starts at the first byte"),
            Row("streams", plan.Segmented
                ? $"{plan.InitialStreams} to start with, at most {plan.MaxStreams}" : "1: the server does not honour REST"),
            .. WordWrap.Lines(Row("verify", ""), SafeText.Escape(Verify(plan))),
            Row("writes", Writes(plan)),
            Row("memory", $"at most {Format.Size(plan.MostBufferBytes)} of buffers, for all streams and files together"),
        ];
        lines.AddRange(plan.Ranges.Take(MostRanges).Select((range, i) =>
            Row(i == 0 ? "ranges" : "", range.End == long.MaxValue ? $"[{range.Start}, end)" : $"{range}  {Format.Size(range.Length)}")));
        if (plan.Ranges.Count > MostRanges) lines.Add(Row("", $"and {plan.Ranges.Count - MostRanges} more"));
        return lines;
    }

    private static string Writes(TransferPlan plan) => plan.Writes switch
    {
        UnbufferedWrites.On => $"past the page cache, in multiples of {Block.Alignment} bytes, or not at all",
        _ when plan.Unbuffered => $"past the page cache, in multiples of {Block.Alignment} bytes, where the disk can",
        UnbufferedWrites.Auto when plan.Identity.Size is not null => "through the page cache, as small files are",
        UnbufferedWrites.Auto => "through the page cache, as files of unknown size are",
        _ => "through the page cache",
    };

    private static string Row(string name, string value) => $"  {name,-9} {SafeText.Escape(value)}";

    private static string Verify(TransferPlan plan)
    {
        if (plan is { IsSmall: true, Verify.Given: null }) return "its size: a small file of a listing is not hashed";
        var hashes = (plan.Companions, plan.ServerHashes) switch
        {
            ([var first, ..], _) => $"{first} holds its digest",
            (_, null) => "the server has not been asked yet",
            (_, { Count: > 0 } offered) => $"the server offers {string.Join(", ", offered)}",
            (null, _) => "the server offers no hash",
            _ => "the server offers no hash, and there is no .sha256 or .md5 file next to it",
        };
        return plan.Verify.Mode switch
        {
            VerifyMode.None => "length and overlap checks only",
            VerifyMode.Always => $"a server hash or a companion file, at any cost; {hashes}",
            VerifyMode.Given => $"{plan.Verify.Given!.Name}: {plan.Verify.Given.Value}",
            _ when plan.Companions is [var companion, ..] => $"the digest in {companion}",
            _ => $"a hash if it is cheap, otherwise length and overlap checks; {hashes}",
        };
    }
}
