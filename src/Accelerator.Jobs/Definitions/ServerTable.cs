namespace Accelerator.Jobs.Definitions;

/// <summary>
/// The servers of a job file as its other parts refer to them. A server that is in the file and invalid is reported once, at the server.
/// </summary>
/// <param name="valid">The valid servers by name.</param>
/// <param name="named">The names of all servers; null if they cannot be read, which is reported for the key <c>servers</c>.</param>
internal sealed class ServerTable(IReadOnlyDictionary<string, ServerDefinition> valid, IReadOnlyCollection<string>? named)
{
    /// <summary>The valid servers by name.</summary>
    public IReadOnlyDictionary<string, ServerDefinition> Valid => valid;

    /// <summary>Returns a valid server; null if there is none of that name.</summary>
    public ServerDefinition? Find(string name) => valid.GetValueOrDefault(name);

    /// <summary>Returns what is wrong with a reference to a server; null if nothing is, or if the server itself is invalid.</summary>
    public string? Problem(string name)
    {
        if (named is null || named.Contains(name)) return null;
        var others = named.Count == 0 ? "the file has none" : $"the servers are {string.Join(", ", named)}";
        return $"there is no server \"{name}\"; {others}.";
    }
}
