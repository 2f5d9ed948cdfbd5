using System.Text.Json;

namespace Accelerator.Jobs.Control;

/// <summary>
/// Checks that all names and texts of a document are well-formed. The parser accepts half surrogate pairs and bytes that are not UTF-8, and
/// throws later when such a text is read, or any other member of an object that has one as a name.
/// </summary>
internal static class WellFormedJson
{
    /// <summary>Returns whether the whole element is well-formed.</summary>
    public static bool IsWellFormed(JsonElement element)
    {
        try
        {
            Read(element);
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static void Read(JsonElement element)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in element.EnumerateObject())
                {
                    _ = member.Name;
                    Read(member.Value);
                }
                break;
            case JsonValueKind.Array:
                foreach (var item in element.EnumerateArray()) Read(item);
                break;
            case JsonValueKind.String:
                _ = element.GetString();
                break;
        }
    }
}
