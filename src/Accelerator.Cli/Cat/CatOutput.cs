using Accelerator.Cli.Hosting;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Cat;

/// <summary>The part of each file that is written.</summary>
/// <param name="Range">The bytes; null for all.</param>
/// <param name="VerifyFirst">Whether a file is verified before its first byte is written.</param>
internal sealed record CatOutput(OutputRange? Range, bool VerifyFirst)
{
    /// <summary>Rejects a range with a hash.</summary>
    /// <exception cref="UsageException">Both were given.</exception>
    public static void Check(OutputRange? range, Verification verify)
    {
        if (range is not null && verify.Mode is VerifyMode.Given or VerifyMode.Always)
            throw new UsageException("--range and a hash in --verify contradict each other, because a hash is one of the whole file; "
                + "omit one of them.");
    }
}
