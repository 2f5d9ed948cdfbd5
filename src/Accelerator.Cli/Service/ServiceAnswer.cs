using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Accelerator.Jobs.Control;

namespace Accelerator.Cli.Service;

/// <summary>The answer of a service, selected by the members of each line.</summary>
internal sealed class ServiceAnswer
{
    private readonly List<JsonElement> _lines = [];

    private ServiceAnswer()
    {
    }

    /// <summary>Sends a query and waits for the complete answer.</summary>
    /// <exception cref="ControlException">The request was not carried out.</exception>
    public static async Task<ServiceAnswer> AskAsync(ControlClient client, string verb, params (string Name, string? Value)[] arguments)
    {
        var answer = new ServiceAnswer();
        await client.AskAsync(verb, arguments.Where(one => one.Value is not null).ToDictionary(one => one.Name, one => one.Value!),
            answer._lines.Add, CancellationToken.None).ConfigureAwait(false);
        return answer;
    }

    /// <summary>The lines that have this member, in their order.</summary>
    /// <exception cref="ControlException">The answer is not in a form that this program understands.</exception>
    public IReadOnlyList<T> Of<T>(string member, JsonTypeInfo<T> type) where T : notnull =>
        [.. from line in _lines where line.TryGetProperty(member, out _) select Read(line.GetProperty(member), type)];

    /// <summary>Parses the answer of a service.</summary>
    /// <exception cref="ControlException">The answer is not in a form that this program understands.</exception>
    public static T Read<T>(JsonElement element, JsonTypeInfo<T> type) where T : notnull
    {
        try
        {
            return element.Deserialize(type) ?? throw new JsonException();
        }
        catch (JsonException e)
        {
            throw new ControlException(
                ControlFailure.Broken, "This ftpx cannot read the service's answer; ftpx and ftpxd must have the same version.", e);
        }
    }
}
