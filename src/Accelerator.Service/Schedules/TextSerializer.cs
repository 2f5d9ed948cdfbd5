using System.Collections.Specialized;
using System.Text.Json;
using Quartz.Spi;

namespace Accelerator.Service.Schedules;

/// <summary>
/// Serializes the data that Quartz stores with a job. Quartz's main package has no serializer that works on .NET 10; with
/// <c>useProperties</c> only named strings reach this one, and our jobs have none.
/// </summary>
internal sealed class TextSerializer : IObjectSerializer
{
    public void Initialize()
    {
        // Nothing to prepare.
    }

    public byte[] Serialize<T>(T obj)
        where T : class
    {
        if (obj is not NameValueCollection texts)
            throw new NotSupportedException($"Schedules hold texts by name, and no {typeof(T).Name}.");
        return JsonSerializer.SerializeToUtf8Bytes(texts.AllKeys.ToDictionary(key => key ?? "", key => texts[key]));
    }

    public T? DeSerialize<T>(byte[] data)
        where T : class
    {
        var texts = new NameValueCollection();
        foreach (var (key, value) in JsonSerializer.Deserialize<Dictionary<string, string?>>(data) ?? []) texts.Add(key, value);
        return texts as T ?? throw new NotSupportedException($"Schedules hold texts by name, and no {typeof(T).Name}.");
    }
}
