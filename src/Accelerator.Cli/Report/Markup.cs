using System.Globalization;
using System.Xml.Linq;
using Accelerator.Ftp;

namespace Accelerator.Cli.Report;

/// <summary>
/// Creates elements. Every text passes through this class, so that no server text reaches the page unescaped: characters that are unsafe on
/// a terminal are escaped first, then the length is capped, and XML does the rest.
/// </summary>
internal static class Markup
{
    private const int LongestText = 400;

    /// <summary>Creates an element with a class; its content is texts, elements and sequences of elements.</summary>
    public static XElement El(string name, string @class, params object?[] content)
    {
        // Add an empty text so that no element is written as <td/>, which HTML parses as an opening tag.
        var element = new XElement(name, "", content.Select(part => part is string text ? Safe(text) : part));
        if (@class.Length > 0) element.SetAttributeValue("class", @class);
        return element;
    }

    /// <summary>Adds an attribute.</summary>
    public static XAttribute At(string name, string value) => new(name, Safe(value));

    /// <summary>Creates an SVG element with numeric attributes of two decimals.</summary>
    public static XElement Svg(string name, string @class, params (string Name, double Value)[] numbers)
    {
        var element = new XElement(name, numbers.Select(number => new XAttribute(number.Name, Number(number.Value))));
        if (@class.Length > 0) element.SetAttributeValue("class", @class);
        return element;
    }

    /// <summary>Creates a path.</summary>
    public static XElement Path(string @class, string data) => new("path", new XAttribute("class", @class), new XAttribute("d", data));

    /// <summary>Creates a line.</summary>
    public static XElement Line(string @class, double x1, double y1, double x2, double y2) =>
        Svg("line", @class, ("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2));

    /// <summary>Creates a rectangle.</summary>
    public static XElement Rect(string @class, double x, double y, double width, double height) =>
        Svg("rect", @class, ("x", x), ("y", y), ("width", Math.Max(0, width)), ("height", Math.Max(0, height)));

    /// <summary>Creates a text in a drawing; the class sets its alignment.</summary>
    public static XElement Text(string @class, double x, double y, string text)
    {
        var element = Svg("text", @class, ("x", x), ("y", y));
        element.Add(Safe(text));
        return element;
    }

    /// <summary>Adds a tooltip to the element.</summary>
    public static XElement WithTip(this XElement element, string tip)
    {
        element.Add(new XElement("title", Safe(tip)));
        return element;
    }

    /// <summary>Formats a coordinate.</summary>
    public static string Number(double value) => (double.IsFinite(value) ? Math.Round(value, 2) : 0).ToString(CultureInfo.InvariantCulture);

    /// <summary>Returns a text of at most 400 characters.</summary>
    public static string Cap(string text) => text.Length <= LongestText ? text : string.Concat(text.AsSpan(0, LongestText), "…");

    private static string Safe(string text) => Cap(SafeText.Escape(text));
}
