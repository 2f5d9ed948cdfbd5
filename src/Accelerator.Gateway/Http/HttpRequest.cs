namespace Accelerator.Gateway.Http;

/// <summary>The head of an HTTP request.</summary>
/// <param name="Method">The method as written.</param>
/// <param name="Target">The target: printable ASCII that begins with a slash.</param>
/// <param name="Fields">The header fields by name, in any case.</param>
internal sealed record HttpRequest(string Method, string Target, IReadOnlyDictionary<string, string> Fields)
{
    /// <summary>The method and the target for the operator, without the query: a client may have put a secret there.</summary>
    public string Shown => $"{Method} {Target.Split('?')[0]}";

    /// <summary>Returns a field's value; null if the request has no such field.</summary>
    public string? Field(string name) => Fields.GetValueOrDefault(name);
}
