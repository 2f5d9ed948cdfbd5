using System.Text.Json;

namespace Accelerator.Jobs.Control;

/// <summary>
/// Whether all names and texts of a document are made of whole characters. The parser lets half of a pair of surrogates and bytes that are
/// not UTF-8 through, and throws where somebody asks for such a text, or for any other member of an object that has one for a name.
/// </summary>
internal static class WellFormedJson
{
    /// <summary>Looks through all of it.</summary>
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
