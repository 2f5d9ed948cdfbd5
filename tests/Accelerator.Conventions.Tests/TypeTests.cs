namespace Accelerator.Conventions.Tests;

/// <summary>The form of types and their location.</summary>
public sealed partial class TypeTests
{
    private static readonly string[] Closed = ["sealed", "static", "abstract"];

    [Fact]
    public void A_file_has_one_public_type_and_its_name() => Rule.Holds(
        from file in Checkout.Source
        let types = file.Types.Where(type => type is { Access: "public", Depth: 0 }).ToList()
        where types.Count > 1 || (types.Count == 1 && types[0].Name != file.Name)
        select $"{file}: {string.Join(", ", types.Select(type => type.Name))}");

    [Fact]
    public void A_file_is_named_after_a_type_in_it() => Rule.Holds(
        from file in Checkout.All
        let types = file.Types
        where types.Count > 0 && types.All(type => type.Name != file.Name)
        select file.Path);

    [Fact]
    public void Classes_are_sealed_static_or_abstract() => Rule.Holds(
        from file in Checkout.All
        from type in file.Types
        where type.Kind is "class" or "record" or "record class" && !type.Modifiers.Split(' ').Any(Closed.Contains)
        select $"{file}: {type.Name}");

    [Fact]
    public void Partial_types_are_only_for_generators() => Rule.Holds(
        from file in Checkout.All
        where file.Types.Any(type => type.Modifiers.Split(' ').Contains("partial")) && !Generated().IsMatch(file.Code)
        select file.Path);

    [Fact]
    public void Type_names_avoid_generic_suffixes() => Rule.Holds(
        from file in Checkout.All
        from type in file.Types
        where Empty().IsMatch(type.Name)
        select $"{file}: {type.Name}");

    [GeneratedRegex(@"\[(GeneratedRegex|LibraryImport|LoggerMessage|JsonSerializable)\b")]
    private static partial Regex Generated();

    [GeneratedRegex("Helpers?$|Utils?$|Utilit(y|ies)$|Managers?$")]
    private static partial Regex Empty();
}
