using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using Accelerator.Ftp;

namespace Accelerator.Engine.Sites;

/// <summary>
/// A site's file: JSON that users can read and edit, so it has no checksum; each value is checked instead. Written and parsed without the
/// serializer, as the journal is. Facts that this version does not know are dropped; settings it does not know are kept.
/// </summary>
public static class SiteFormat
{
    /// <summary>The longest file in bytes that is read or written.</summary>
    internal const int MaximumBytes = 64 << 10;

    private const string VersionName = "accelerator_site";
    private const int Version = 1;

    internal static byte[] Write(SiteRecord record)
    {
        var buffer = new ArrayBufferWriter<byte>(1024);
        using (var json = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteNumber(VersionName, Version);
            WriteMembers(json, record, null);
            json.WriteEndObject();
        }
        buffer.Write("\n"u8);
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Writes the profile of a login into an object that the caller has begun.</summary>
    /// <param name="json">The writer.</param>
    /// <param name="record">The profile.</param>
    /// <param name="beside">Adds members to each fact; null for none.</param>
    public static void WriteMembers(Utf8JsonWriter json, SiteRecord record, Action<SiteFact, DateTimeOffset>? beside)
    {
        ArgumentNullException.ThrowIfNull(json);
        ArgumentNullException.ThrowIfNull(record);
        json.WriteString("host", record.Key.Host);
        json.WriteNumber("port", record.Key.Port);
        json.WriteString("user", record.Key.User);
        if (record.Key.Path is { } path) json.WriteString("path", path);
        json.WriteStartObject("settings");
        foreach (var (name, value) in record.Settings.Values) json.WriteString(name, value);
        json.WriteEndObject();
        json.WriteStartObject("facts");
        foreach (var fact in SiteFactTable.All)
        {
            if (fact.LearnedAt(record.Facts) is not { } learned) continue;
            json.WriteStartObject(fact.Name);
            json.WritePropertyName("value");
            fact.WriteValue(json, record.Facts);
            json.WriteString("learned", learned.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));
            beside?.Invoke(fact, learned);
            json.WriteEndObject();
        }
        json.WriteEndObject();
    }

    /// <summary>Reads what <see cref="Write"/> wrote, possibly edited by a user.</summary>
    /// <param name="content">The complete file.</param>
    /// <param name="record">The record, when all of it is valid.</param>
    /// <param name="problem">Otherwise the error, as the rest of a sentence that begins with the file's name.</param>
    internal static bool TryRead(
        ReadOnlyMemory<byte> content, [NotNullWhen(true)] out SiteRecord? record, [NotNullWhen(false)] out string? problem)
    {
        record = null;
        problem = null;
        try
        {
            using var json = JsonDocument.Parse(content);
            var root = json.RootElement;
            if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty(VersionName, out var version))
                problem = "was not written by ftpx";
            else if (version.GetInt32() != Version)
                problem = "was written by another version of ftpx";
            else
                record = Read(root);
        }
        catch (JsonException error)
        {
            problem = $"is not JSON from line {(error.LineNumber ?? 0) + 1} on";
        }
        catch (Exception error)
            when (error is FormatException or InvalidOperationException or KeyNotFoundException or ArgumentException or OverflowException)
        {
            problem = "has an impossible value";
        }
        return record is not null;
    }

    private static SiteRecord Read(JsonElement json)
    {
        var endpoint = new FtpEndpoint(Text(json.GetProperty("host")), json.GetProperty("port").GetInt32(), FtpSecurity.None);
        var forAllUsers = SiteKey.Of(endpoint, null).ForAllUsers;
        // Check the key's host: a host that is only the root's dot becomes empty.
        if (forAllUsers.Host.Length == 0 || endpoint.Port is < 1 or > 65535) throw new FormatException();
        var user = json.GetProperty("user");
        var key = user.ValueKind == JsonValueKind.Null ? forAllUsers : SiteKey.Of(endpoint, Text(user));
        if (json.TryGetProperty("path", out var path)) key = key.By(Text(path));

        var settings = SiteSettings.None;
        if (json.TryGetProperty("settings", out var given))
        {
            foreach (var setting in given.EnumerateObject()) settings = settings.With(setting.Name, Text(setting.Value));
        }
        return new SiteRecord(key, settings, json.TryGetProperty("facts", out var facts) ? ReadFacts(facts) : SiteFacts.None);
    }

    private static SiteFacts ReadFacts(JsonElement json)
    {
        var facts = SiteFacts.None;
        foreach (var fact in SiteFactTable.All)
        {
            if (json.TryGetProperty(fact.Name, out var found))
                facts = fact.Read(found.GetProperty("value"), found.GetProperty("learned").GetDateTimeOffset().ToUniversalTime(), facts);
        }
        return facts;
    }

    private static string Text(JsonElement json) => json.GetString() ?? throw new FormatException();
}
