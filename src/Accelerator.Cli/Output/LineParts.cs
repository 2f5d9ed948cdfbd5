using Accelerator.Cli.Terminal;

namespace Accelerator.Cli.Output;

/// <summary>Gives out the columns of a line, the blanks between its parts included: what is asked for first is most wanted.</summary>
internal sealed class LineParts(int width)
{
    private bool _any;

    /// <summary>Columns that are left.</summary>
    public int Room { get; private set; } = width;

    /// <summary>The parts that there are, with blanks between them.</summary>
    public static string Join(params string[] parts) => string.Join(' ', parts.Where(part => part.Length > 0));

    /// <summary>The part, or nothing when there is no room for it.</summary>
    public string Take(string part) => part.Length > 0 && Hold(CellWidth.Of(part) + (_any ? 1 : 0)) ? part : "";

    /// <summary>Keeps columns for what is made later.</summary>
    public bool Hold(int columns)
    {
        if (columns > Room) return false;
        Room -= columns;
        return _any = true;
    }
}
