using System.Reflection;
using System.Text.RegularExpressions;

namespace Accelerator.Matrix.Tests;

/// <summary>Every case of the matrix has a test, or a recorded reason for having none.</summary>
public sealed partial class IdTests
{
    private static readonly string[] Ids = ReadIds();

    private static readonly HashSet<string> Tested =
    [
        .. from type in typeof(IdTests).Assembly.GetTypes()
           from method in type.GetMethods()
           where method.GetCustomAttribute<FactAttribute>() is not null
           let match = Name().Match(method.Name)
           where match.Success
           select match.Groups[1].Value.Replace('_', '-'),
    ];

    [Fact]
    public void Every_case_of_the_matrix_is_a_test_or_has_a_reason_for_none() =>
        Assert.Equal([], Ids.Except(Tested).Except(NotApplicable.Reasons.Keys));

    [Fact]
    public void No_case_is_both_tested_and_excluded() => Assert.Equal([], NotApplicable.Reasons.Keys.Intersect(Tested));

    [Fact]
    public void Every_reason_belongs_to_a_case() => Assert.Equal([], NotApplicable.Reasons.Keys.Except(Ids));

    private static string[] ReadIds()
    {
        using var reader = new StreamReader(typeof(IdTests).Assembly.GetManifestResourceStream("ids.txt")!);
        return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    [GeneratedRegex(@"^(T_[A-Z0-9]+_\d+)_")]
    private static partial Regex Name();
}
