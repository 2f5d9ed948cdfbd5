using System.Reflection;

namespace Accelerator.Conventions.Tests;

/// <summary>The public API of the packages. Every change of it must be recorded, so that an unintended one fails the test.</summary>
public sealed class SurfaceTests
{
    private const string Record = "tests/Accelerator.Conventions.Tests/PublicSurface.txt";

    // The members that the compiler generates for every record.
    private static readonly string[] OfRecords = ["<Clone>$", "Deconstruct", "Equals", "GetHashCode", "PrintMembers", "ToString", "op_Equality", "op_Inequality", "get_EqualityContract"];

    [Fact]
    public void The_public_surface_of_the_packages_is_what_is_written_down()
    {
        string[] now = [.. new[] { "Accelerator.Ftp", "Accelerator.Engine" }.SelectMany(name => Assembly.Load(name).GetExportedTypes()).OrderBy(type => type.FullName, StringComparer.Ordinal).SelectMany(Lines)];
        var written = Checkout.ReadText(Record).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var change = now.Except(written).Select(line => "+ " + line).Concat(written.Except(now).Select(line => "- " + line)).ToList();
        if (change.Count == 0) return;
        var actual = Path.Combine(Checkout.Root, "artifacts", "PublicSurface.txt");
        File.WriteAllLines(actual, now);
        Assert.Fail($"{string.Join('\n', change)}\nIf this is meant, copy artifacts/PublicSurface.txt over {Record}.");
    }

    [Fact]
    public void The_surface_is_small() => Assert.InRange(Checkout.ReadText(Record).Split('\n').Count(line => line.Length > 0 && line[0] != ' '), 1, 150);

    private static IEnumerable<string> Lines(Type type)
    {
        yield return type.FullName!;
        if (type.IsEnum)
        {
            foreach (var name in Enum.GetNames(type)) yield return $" {type.FullName}.{name}";
            yield break;
        }
        const BindingFlags own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        var members = type.GetMembers(own)
            .Where(member => member is MethodBase { IsPublic: true } or MethodBase { IsFamily: true } or FieldInfo { IsPublic: true })
            .Where(member => !OfRecords.Contains(member.Name))
            .Select(member => $" {type.FullName}: {member}");
        foreach (var line in members.Order(StringComparer.Ordinal)) yield return line;
    }
}
