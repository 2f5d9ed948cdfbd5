using System.Text.RegularExpressions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Why a batch did not come to its end.</summary>
/// <param name="Blame">Who is to be left alone for a while.</param>
/// <param name="Message">One or two sentences.</param>
/// <param name="Reason">The same without what differs from file to file and from try to try: what is the same here need not be told again.</param>
internal sealed record CopyFault(CopyBlame Blame, string Message, string Reason)
{
    /// <summary>One that a file has met.</summary>
    public static CopyFault Of(CopyBlame blame, string message, Claim claim) => new(blame, message, Regex.Replace(
        message.Replace(claim.Folder, "", StringComparison.Ordinal).Replace(claim.Target, "", StringComparison.Ordinal).Replace(claim.Name, "", StringComparison.Ordinal), "[0-9]+", "", RegexOptions.None, TimeSpan.FromSeconds(1)));
}
