using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Accelerator.Jobs.Control;

namespace Accelerator.Cli.Service;

/// <summary>What a service has answered, to be read by what each line holds.</summary>
internal sealed class ServiceAnswer
{
    private readonly List<JsonElement> _lines = [];

    private ServiceAnswer()
    {
    }

    /// <summary>Asks, and waits for all of the answer.</summary>
    /// <exception cref="ControlException">It was not done.</exception>
    public static async Task<ServiceAnswer> AskAsync(ControlClient client, string verb, params (string Name, string? Value)[] arguments)
    {
        var answer = new ServiceAnswer();
        await client.AskAsync(verb, arguments.Where(one => one.Value is not null).ToDictionary(one => one.Name, one => one.Value!),
            answer._lines.Add, CancellationToken.None).ConfigureAwait(false);
        return answer;
    }

    /// <summary>What the lines that have this member say, in their order.</summary>
    /// <exception cref="ControlException">It is not what this program understands.</exception>
    public IReadOnlyList<T> Of<T>(string member, JsonTypeInfo<T> type) where T : notnull =>
        [.. from line in _lines where line.TryGetProperty(member, out _) select Read(line.GetProperty(member), type)];

    /// <summary>Reads what a service says.</summary>
    /// <exception cref="ControlException">It is not what this program understands.</exception>
    public static T Read<T>(JsonElement element, JsonTypeInfo<T> type) where T : notnull
    {
        try
        {
            return element.Deserialize(type) ?? throw new JsonException();
        }
        catch (JsonException e)
        {
            throw new ControlException(
                ControlFailure.Broken, "The service says what this ftpx does not understand: ftpx and ftpxd must be of one version.", e);
        }
    }
}
