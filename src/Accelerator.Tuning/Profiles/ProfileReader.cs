using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Profiles;

/// <summary>Reads a profile file, and checks every value against the catalogue.</summary>
public static class ProfileReader
{
    /// <summary>Reads a profile.</summary>
    /// <param name="json">The file's bytes, UTF-8.</param>
    /// <param name="name">The file's name, for messages.</param>
    /// <exception cref="FormatException">The file is not a valid profile; the message names the line and the error.</exception>
    public static TuningProfile Read(ReadOnlySpan<byte> json, string name)
    {
        var walk = new JsonWalk(json, name);
        string? id = null, title = null, whom = null;
        bool? isServer = null;
        var leastBuild = 0;
        HostPlatform? platform = null;
        List<ProfileSetting>? settings = null;
        var overlays = new Dictionary<string, ProfileOverlay>(StringComparer.Ordinal);
        walk.Begin();
        while (walk.NextProperty(out var property))
        {
            switch (property)
            {
                case "$schema": walk.Text(); break;
                case "id": id = ReadId(ref walk); break;
                case "title": title = walk.Text(); break;
                case "for": whom = walk.Text(); break;
                case "platform": platform = ReadPlatform(ref walk); break;
                case "server": isServer = walk.Flag(); break;
                case "least_build": leastBuild = walk.Build(); break;
                case "settings": settings = ReadSettings(ref walk); break;
                case "overlays": ReadOverlays(ref walk, overlays); break;
                default: throw walk.Wrong($"\"{property}\" is not a member of a profile");
            }
        }
        if (id is null || title is null || whom is null || settings is not { Count: > 0 })
            throw walk.Wrong("a profile needs id, title, for and at least one of settings");
        walk.End();
        return new TuningProfile(id, title, whom, isServer, leastBuild, settings) { Overlays = overlays, Platform = platform };
    }

    private static HostPlatform ReadPlatform(ref JsonWalk walk) => walk.Text() switch
    {
        "windows" => HostPlatform.Windows,
        "linux" => HostPlatform.Linux,
        var other => throw walk.Wrong($"\"{other}\" is neither windows nor linux"),
    };

    // The ID becomes part of a journal's file name.
    private static string ReadId(ref JsonWalk walk)
    {
        var id = walk.Text();
        return id.All(letter => char.IsAsciiLetterLower(letter) || char.IsAsciiDigit(letter) || letter == '-')
            ? id : throw walk.Wrong("an id is made of a to z, 0 to 9 and hyphens");
    }

    private static void ReadOverlays(ref JsonWalk walk, Dictionary<string, ProfileOverlay> overlays)
    {
        walk.Begin();
        while (walk.NextProperty(out var name))
        {
            string? title = null;
            List<ProfileSetting>? settings = null;
            walk.Begin();
            while (walk.NextProperty(out var property))
            {
                switch (property)
                {
                    case "title": title = walk.Text(); break;
                    case "settings": settings = ReadSettings(ref walk); break;
                    default: throw walk.Wrong($"\"{property}\" is no part of an overlay");
                }
            }
            if (title is null || settings is not { Count: > 0 })
                throw walk.Wrong($"the overlay {name} needs title and at least one of settings");
            if (!overlays.TryAdd(name, new ProfileOverlay(title, settings))) throw walk.Wrong($"the overlay {name} is there twice");
        }
    }

    private static List<ProfileSetting> ReadSettings(ref JsonWalk walk)
    {
        var settings = new List<ProfileSetting>();
        walk.Begin();
        while (walk.NextProperty(out var id))
        {
            var setting = SettingCatalogue.Find(id) ?? throw walk.Wrong($"there is no setting \"{id}\"; ftpx tune list shows them all");
            if (setting.NeverWritten is { } why) throw walk.Wrong($"{id} is never written: {why}");
            if (settings.Exists(known => known.Setting == setting)) throw walk.Wrong($"{id} is there twice");
            settings.Add(ReadSetting(ref walk, setting));
        }
        return settings;
    }

    private static ProfileSetting ReadSetting(ref JsonWalk walk, Setting setting)
    {
        string? value = null, reason = null, source = null;
        List<string> onlyFrom = [];
        int leastBuild = 0, leastProcessors = 0;
        bool atMostProcessors = false, atLeast = false, onPathOnly = false;
        walk.Begin();
        while (walk.NextProperty(out var property))
        {
            switch (property)
            {
                case "value": value = Checked(ref walk, setting); break;
                case "reason": reason = walk.Text(); break;
                case "source": source = walk.Text(); break;
                case "only_from": onlyFrom = CheckedAll(ref walk, setting); break;
                case "least_build": leastBuild = walk.Build(); break;
                case "at_most_processors": atMostProcessors = walk.Flag(); break;
                case "at_least": atLeast = walk.Flag(); break;
                case "least_processors": leastProcessors = walk.Count(); break;
                case "on_path_only": onPathOnly = walk.Flag(); break;
                default: throw walk.Wrong($"\"{property}\" is no part of a setting");
            }
        }
        if (value is null || reason is null || source is null) throw walk.Wrong($"{setting.Id} needs value, reason and source");
        if ((atMostProcessors || atLeast) && !value.All(char.IsAsciiDigit))
            throw walk.Wrong($"{setting.Id}: at_most_processors and at_least go with a number only");
        return new ProfileSetting(setting, value, reason, source) { OnlyFrom = onlyFrom, LeastBuild = leastBuild,
            AtMostProcessors = atMostProcessors, AtLeast = atLeast, LeastProcessors = leastProcessors, OnPathOnly = onPathOnly };
    }

    private static string Checked(ref JsonWalk walk, Setting setting)
    {
        var value = walk.Text();
        return setting.Values.Problem(value) is { } problem ? throw walk.Wrong($"{setting.Id}: {problem}") : value;
    }

    private static List<string> CheckedAll(ref JsonWalk walk, Setting setting)
    {
        var values = walk.Texts();
        foreach (var value in values)
        {
            if (setting.Values.Problem(value) is { } problem) throw walk.Wrong($"{setting.Id}: {problem}");
        }
        return values;
    }
}
