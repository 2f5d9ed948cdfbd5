using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Accelerator.Service.Figures;
using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>The documents of the page in one language. The table of texts is Page/texts.json.</summary>
internal sealed class PageLanguage
{
    /// <summary>The languages with their texts; the first is the default.</summary>
    public static IReadOnlyList<PageLanguage> All { get; } =
        [.. Texts().Select(language => new PageLanguage(language.Key, language.Value))];

    private readonly IReadOnlyDictionary<string, string> _texts;

    private PageLanguage(string code, IReadOnlyDictionary<string, string> texts)
    {
        (Code, _texts) = (code, texts);
        var alert = $"<p class=\"wrong\" role=\"alert\">{Markup(texts["refused"])}</p>";
        (Page, SignIn, Refused) = (Fill("page.html", ""), Fill("sign-in.html", ""), Fill("sign-in.html", alert));
    }

    /// <summary>The language tag: <c>en</c>, <c>ko</c>.</summary>
    public string Code { get; }

    /// <summary>The page.</summary>
    public PageFile Page { get; }

    /// <summary>The form for the token.</summary>
    public PageFile SignIn { get; }

    /// <summary>The form after a wrong token.</summary>
    public PageFile Refused { get; }

    /// <summary>Returns the language that the browser prefers, by its Accept-Language header.</summary>
    public static PageLanguage Of(HttpRequest request) =>
        request.GetTypedHeaders().AcceptLanguage.OrderByDescending(wanted => wanted.Quality ?? 1)
            .Select(wanted => All.FirstOrDefault(language => IsOf(language, wanted.Value.Value)))
            .FirstOrDefault(language => language is not null) ?? All[0];

    /// <summary>Returns the label of a job's state.</summary>
    public string LabelOf(JobState state) => _texts[$"state.{state.Name()}"];

    /// <summary>Returns the table of texts: for each language, the texts by their keys.</summary>
    internal static IReadOnlyDictionary<string, Dictionary<string, string>> Texts() =>
        JsonSerializer.Deserialize(PageFile.Of("texts.json").Bytes, TextsJson.Default.DictionaryStringDictionaryStringString)!;

    // A tag such as ko-KR begins with the language.
    private static bool IsOf(PageLanguage language, string? tag) =>
        tag?.Split('-')[0].Equals(language.Code, StringComparison.OrdinalIgnoreCase) == true;

    // Backticks in a text mark what is typed: every second part is between two of them.
    private static string Markup(string text) =>
        string.Concat(WebUtility.HtmlEncode(text).Split('`').Select((part, i) => i % 2 == 1 ? $"<code>{part}</code>" : part));

    private PageFile Fill(string name, string alert)
    {
        var file = PageFile.Of(name);
        var html = new StringBuilder(Encoding.UTF8.GetString(file.Bytes)).Replace("{{lang}}", Code).Replace("{{alert}}", alert);
        foreach (var (key, text) in _texts) html.Replace($"{{{{{key}}}}}", Markup(text));
        html.Replace("{{scripts}}", string.Concat(PageFile.Scripts.Select(script => $"<script src=\"/{script}\" defer></script>")));
        // The default encoder escapes <, > and &, so that no text ends the script element.
        html.Replace("{{texts}}", JsonSerializer.Serialize(_texts, TextsJson.Default.IReadOnlyDictionaryStringString));
        return file with { Bytes = Encoding.UTF8.GetBytes(html.ToString()) };
    }
}

/// <summary>The JSON serialization of the table of texts.</summary>
[JsonSerializable(typeof(Dictionary<string, Dictionary<string, string>>))]
[JsonSerializable(typeof(IReadOnlyDictionary<string, string>))]
internal sealed partial class TextsJson : JsonSerializerContext;
