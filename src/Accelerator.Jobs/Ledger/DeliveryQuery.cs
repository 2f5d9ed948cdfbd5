using System.Text;

namespace Accelerator.Jobs.Ledger;

/// <summary>Which deliveries are wanted.</summary>
/// <param name="Job">The job; null for all.</param>
/// <param name="Before">Only deliveries before this <see cref="Delivery.Id"/>, for the next page; null for the newest.</param>
/// <param name="Most">The maximum number; at least 1.</param>
public sealed record DeliveryQuery(string? Job, long? Before, int Most)
{
    /// <summary>The name, with <c>*</c> and <c>?</c>, in any case of ASCII letters; null for all.</summary>
    public string? Name { get; init; }

    /// <summary>The beginning of the span of time, inclusive; null for all.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>The end of the span of time, exclusive; null for none.</summary>
    public DateTimeOffset? Until { get; init; }

    internal bool HasSpan => Since is not null || Until is not null;

    internal string Conditions =>
        $"{(Name is null ? "" : " AND lower(name) LIKE @name ESCAPE '!'")}{(Since is null ? "" : " AND published_at >= @since")}"
            + $"{(Until is null ? "" : " AND published_at < @until")}";

    internal IEnumerable<(string Name, object? Value)> Values
    {
        get
        {
            if (Name is not null) yield return ("name", Pattern(Name));
            if (Since is { } since) yield return ("since", since);
            if (Until is { } until) yield return ("until", until);
        }
    }

    private static string Pattern(string glob)
    {
        var pattern = new StringBuilder();
        foreach (var letter in glob)
        {
            if (letter is '%' or '_' or '!') pattern.Append('!');
            pattern.Append(letter switch
            {
                '*' => '%',
                '?' => '_',
                >= 'A' and <= 'Z' => char.ToLowerInvariant(letter),
                _ => letter,
            });
        }
        return pattern.ToString();
    }
}
