namespace Accelerator.Tuning.Stores;

/// <summary>The power plans that Windows has had since Vista. A custom plan is <c>code</c> and its GUID.</summary>
internal static class PowerPlanNames
{
    private const string Own = "code ";

    private static readonly Dictionary<string, Guid> Known = new(StringComparer.Ordinal)
    {
        ["balanced"] = new("381b4222-f694-41f0-9685-ff5bb260df2e"),
        ["high-performance"] = new("8c5e7fda-e8bf-4a96-9a85-a6e23a8c635c"),
        ["saver"] = new("a1841308-3541-4fab-bc81-f71556f20b4a"),
    };

    public static string NameOf(Guid plan) => Known.FirstOrDefault(known => known.Value == plan).Key ?? $"{Own}{plan:D}";

    public static Guid GuidOf(string name) => Known.TryGetValue(name, out var known) ? known : Guid.Parse(name.AsSpan(Own.Length));
}
