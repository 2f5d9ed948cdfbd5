using System.Text;

namespace Accelerator.Engine.Mirroring;

/// <summary>One step of a pattern.</summary>
/// <param name="Kind">What it matches.</param>
/// <param name="Takes">Which characters one <see cref="GlobKind.One"/> matches; null for the others.</param>
internal readonly record struct GlobPart(GlobKind Kind, Func<Rune, bool>? Takes = null)
{
    private static readonly Rune Slash = new('/');

    /// <summary>A step for this character alone.</summary>
    public static GlobPart Exactly(Rune wanted) => new(GlobKind.One, character => character == wanted);

    /// <summary>A step for any character of a name.</summary>
    public static GlobPart AnyOne { get; } = new(GlobKind.One, static character => character != Slash);

    /// <summary>A step for one of a set, or none of it; never a slash.</summary>
    public static GlobPart OneOf((Rune First, Rune Last)[] ranges, bool isNegated) =>
        new(GlobKind.One, character => character != Slash && IsIn(ranges, character) != isNegated);

    // Without LINQ, which allocates: it is called for each character of each name of a tree.
    private static bool IsIn((Rune First, Rune Last)[] ranges, Rune character)
    {
        foreach (var (first, last) in ranges)
        {
            if (character >= first && character <= last) return true;
        }
        return false;
    }
}
