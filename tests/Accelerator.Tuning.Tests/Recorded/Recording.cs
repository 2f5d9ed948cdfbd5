namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>The answers of a Windows computer from a file of this folder: its registry, its network classes and its power plan.</summary>
internal sealed class Recording
{
    /// <summary>
    /// The CIM answers by class. As in the real source, a property without a value is omitted, and a list with one item is that item.
    /// </summary>
    public required Dictionary<string, List<Dictionary<string, string>>> Classes { get; init; }

    /// <summary>Keys below HKEY_LOCAL_MACHINE with their values, REG_DWORD in digits.</summary>
    public required IReadOnlyDictionary<string, Dictionary<string, string>> Keys { get; init; }

    public required string Note { get; init; }

    public required string Language { get; init; }

    public required int Processors { get; init; }

    public required Guid PowerPlan { get; init; }

    /// <summary>Reads a file.</summary>
    public static Recording Read(string path)
    {
        using var json = JsonDocument.Parse(File.ReadAllBytes(path));
        var root = json.RootElement;
        return new Recording
        {
            Note = root.GetProperty("note").GetString()!,
            Language = root.GetProperty("language").GetString()!,
            Processors = root.GetProperty("processors").GetInt32(),
            PowerPlan = root.GetProperty("power_plan").GetGuid(),
            Keys = root.GetProperty("registry").EnumerateObject().ToDictionary(key => key.Name, key => Values(key.Value)),
            Classes = root.GetProperty("cim").EnumerateObject().ToDictionary(type => type.Name, type => type.Value.EnumerateArray().Select(Values).ToList()),
        };
    }

    private static Dictionary<string, string> Values(JsonElement row) => row.EnumerateObject()
        .Select(value => (value.Name, Value: value.Value.ValueKind == JsonValueKind.Array && value.Value.GetArrayLength() == 1 ? value.Value[0] : value.Value))
        .Where(value => value.Value.ValueKind is JsonValueKind.String or JsonValueKind.Number)
        .ToDictionary(value => value.Name, value => value.Value.ToString());
}
