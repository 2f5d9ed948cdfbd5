namespace Accelerator.MethodList;

/// <summary>A generic type with its arguments, in reflection's form: <c>Some.Type`2+Nested[Some.Argument,Other`1[System.Int32]]</c>.</summary>
internal sealed class TypeName(string text, AssemblySet assemblies, MethodListWriter list)
{
    // ECMA-335, II.23.1.16.
    private static readonly Dictionary<string, byte> Primitives = new(StringComparer.Ordinal)
    {
        ["System.Boolean"] = 0x02, ["System.Char"] = 0x03, ["System.SByte"] = 0x04, ["System.Byte"] = 0x05, ["System.Int16"] = 0x06, ["System.UInt16"] = 0x07,
        ["System.Int32"] = 0x08, ["System.UInt32"] = 0x09, ["System.Int64"] = 0x0A, ["System.UInt64"] = 0x0B, ["System.Single"] = 0x0C, ["System.Double"] = 0x0D,
        ["System.String"] = 0x0E, ["System.IntPtr"] = 0x18, ["System.UIntPtr"] = 0x19, ["System.Object"] = 0x1C,
    };

    private AssemblyFile? _home;
    private int _at;

    /// <summary>
    /// Returns the type's definition, its arguments, and the assembly that is to hold its code: the first one of this project that the name leads to, else
    /// the engine, which all programs load. Null if a type does not exist.
    /// </summary>
    public (TypeIn Type, byte[][] Arguments, AssemblyFile Home)? Resolve() =>
        Find() is { } type && Arguments() is { Length: > 0 } arguments && _at == text.Length ? (type, arguments, _home ?? assemblies.Named("Accelerator.Engine")) : null;

    private TypeIn? Find() => Note(assemblies.Find(Name()));

    private TypeIn? Note(TypeIn? type)
    {
        if (type is { Assembly: { IsOwn: true } own }) _home ??= own;
        return type;
    }

    private string Name()
    {
        var start = _at;
        while (_at < text.Length && text[_at] is not ('[' or ']' or ',')) _at++;
        return text[start.._at];
    }

    private byte[][]? Arguments()
    {
        if (_at == text.Length || text[_at] != '[') return [];
        var all = new List<byte[]>();
        do
        {
            _at++;
            if (Argument() is not { } argument) return null;
            all.Add(argument);
        }
        while (_at < text.Length && text[_at] == ',');
        return _at < text.Length && text[_at++] == ']' ? [.. all] : null;
    }

    private byte[]? Argument()
    {
        var name = Name();
        if (Primitives.TryGetValue(name, out var primitive)) return [primitive];
        return Note(assemblies.Find(name)) is { } type && Arguments() is { } arguments ? list.Encode(type, arguments) : null;
    }
}
