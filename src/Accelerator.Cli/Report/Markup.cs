using System.Globalization;
using System.Xml.Linq;
using Accelerator.Ftp;

namespace Accelerator.Cli.Report;

/// <summary>
/// Makes elements. Every text goes through here, so that none of the server's reaches the page unescaped: what a terminal must not see is
/// escaped first, then the length is capped, and XML does the rest.
/// </summary>
internal static class Markup
{
    private const int LongestText = 400;

    /// <summary>An element with a class; texts, elements and sequences of elements as its content.</summary>
    public static XElement El(string name, string @class, params object?[] content)
    {
        // An empty text, so that no element is written as <td/>: HTML takes that for an element that was opened.
        var element = new XElement(name, "", content.Select(part => part is string text ? Safe(text) : part));
        if (@class.Length > 0) element.SetAttributeValue("class", @class);
        return element;
    }

    /// <summary>An attribute.</summary>
    public static XAttribute At(string name, string value) => new(name, Safe(value));

    /// <summary>An SVG element with numbers as attributes, two decimals.</summary>
    public static XElement Svg(string name, string @class, params (string Name, double Value)[] numbers)
    {
        var element = new XElement(name, numbers.Select(number => new XAttribute(number.Name, Number(number.Value))));
        if (@class.Length > 0) element.SetAttributeValue("class", @class);
        return element;
    }

    /// <summary>A path.</summary>
    public static XElement Path(string @class, string data) => new("path", new XAttribute("class", @class), new XAttribute("d", data));

    /// <summary>A line.</summary>
    public static XElement Line(string @class, double x1, double y1, double x2, double y2) =>
        Svg("line", @class, ("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2));

    /// <summary>A rectangle.</summary>
    public static XElement Rect(string @class, double x, double y, double width, double height) =>
        Svg("rect", @class, ("x", x), ("y", y), ("width", Math.Max(0, width)), ("height", Math.Max(0, height)));

    /// <summary>A text in a drawing; the class says how it is aligned.</summary>
    public static XElement Text(string @class, double x, double y, string text)
    {
        var element = Svg("text", @class, ("x", x), ("y", y));
        element.Add(Safe(text));
        return element;
    }

    /// <summary>The element with a tooltip.</summary>
    public static XElement WithTip(this XElement element, string tip)
    {
        element.Add(new XElement("title", Safe(tip)));
        return element;
    }

    /// <summary>A coordinate.</summary>
    public static string Number(double value) => (double.IsFinite(value) ? Math.Round(value, 2) : 0).ToString(CultureInfo.InvariantCulture);

    /// <summary>A text of at most 400 characters.</summary>
    public static string Cap(string text) => text.Length <= LongestText ? text : string.Concat(text.AsSpan(0, LongestText), "…");

    private static string Safe(string text) => Cap(SafeText.Escape(text));
}
