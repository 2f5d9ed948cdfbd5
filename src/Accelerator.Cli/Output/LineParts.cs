using Accelerator.Cli.Terminal;

namespace Accelerator.Cli.Output;

/// <summary>Allocates the columns of a line, including the blanks between its parts: earlier parts take precedence.</summary>
internal sealed class LineParts(int width)
{
    private bool _any;

    /// <summary>The remaining columns.</summary>
    public int Room { get; private set; } = width;

    /// <summary>The allocated parts, with blanks between them.</summary>
    public static string Join(params string[] parts) => string.Join(' ', parts.Where(part => part.Length > 0));

    /// <summary>Returns the part, or nothing if there is no room for it.</summary>
    public string Take(string part) => part.Length > 0 && Hold(CellWidth.Of(part) + (_any ? 1 : 0)) ? part : "";

    /// <summary>Reserves columns for a later part.</summary>
    public bool Hold(int columns)
    {
        if (columns > Room) return false;
        Room -= columns;
        return _any = true;
    }

    /// <summary>Returns reserved columns to the parts that follow.</summary>
    public void Release(int columns) => Room += columns;
}
