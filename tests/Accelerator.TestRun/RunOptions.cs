using System.Globalization;

namespace Accelerator.TestRun;

/// <summary>The command line of <c>tests/run</c>.</summary>
/// <param name="All">Whether the long tests run too (<c>--all</c>).</param>
/// <param name="List">Whether only the groups are printed (<c>--list</c>).</param>
/// <param name="Group">The one group to run; null for every group.</param>
/// <param name="Prepared">How long the packages and the build took, for the table of times; set by <c>tests/run</c> itself.</param>
internal sealed record RunOptions(bool All, bool List, string? Group, TimeSpan Prepared)
{
    public const string Usage = "usage: tests/run [--all] [--group NAME | --list]";

    /// <summary>Returns null where the arguments are not those of <see cref="Usage"/>.</summary>
    public static RunOptions? Parse(IReadOnlyList<string> arguments)
    {
        var options = new RunOptions(All: false, List: false, Group: null, Prepared: TimeSpan.Zero);
        for (var i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--all":
                    options = options with { All = true };
                    break;
                case "--list":
                    options = options with { List = true };
                    break;
                case "--group" when i + 1 < arguments.Count:
                    options = options with { Group = arguments[++i] };
                    break;
                case "--prepared" when i + 1 < arguments.Count && int.TryParse(arguments[i + 1], CultureInfo.InvariantCulture, out var seconds):
                    options = options with { Prepared = TimeSpan.FromSeconds(seconds) };
                    i++;
                    break;
                default:
                    return null;
            }
        }
        return options;
    }
}
