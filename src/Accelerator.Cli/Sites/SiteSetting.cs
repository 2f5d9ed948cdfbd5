using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Sites;

/// <summary>One setting that a user can lay down for a server.</summary>
/// <param name="Name">As it is written before the equals sign; stable, because it is kept.</param>
/// <param name="Value">What is written after it.</param>
/// <param name="Text">One sentence.</param>
/// <param name="Option">The option of <c>ftpx get</c> that goes before it when it is typed; null where there is none.</param>
/// <param name="Apply">The options with the value; throws <see cref="UsageException"/> when there is no such value.</param>
internal sealed record SiteSetting(string Name, string Value, string Text, string? Option, Func<TransferOptions, string, TransferOptions> Apply)
{
    /// <summary>Whether a value can be used.</summary>
    /// <exception cref="UsageException">It cannot.</exception>
    public void Check(string value)
    {
        try
        {
            _ = Apply(new GetOptions { Addresses = [] }, value);
        }
        catch (UsageException e)
        {
            throw new UsageException($"{Name}: {e.Message}");
        }
    }
}
