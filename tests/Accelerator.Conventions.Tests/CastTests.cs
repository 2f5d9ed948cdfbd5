using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Accelerator.Conventions.Tests;

/// <summary>
/// No number of 64 bits is cut to 32 bits unnoticed: a distance of -2.1 GB became a length of 2.1 GB. The rule runs over the compiled
/// assemblies, where a checked cast has an instruction of its own.
/// </summary>
public sealed class CastTests
{
    private static readonly string[] Product =
        ["Accelerator.Base", "Accelerator.Ftp", "Accelerator.Engine", "Accelerator.Gateway", "Accelerator.Jobs", "Accelerator.Loopback", "Accelerator.Tuning", "ftpxd", "ftpx"];

    private static readonly Dictionary<int, OpCode> Codes =
        typeof(OpCodes).GetFields().Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Value & 0xFFFF);

    [Fact]
    public void A_cast_from_64_to_32_bits_is_checked()
    {
        var methods = 0;
        Rule.Holds(Product.SelectMany(name => Unchecked(Assembly.Load(name).Location, () => methods++)));
        Assert.True(methods > 5000, $"Only {methods} methods were read.");
    }

    [Fact]
    public void The_rule_finds_a_cast()
    {
        var found = Unchecked(typeof(CastTests).Assembly.Location, () => { }).ToList();
        Assert.Contains(found, line => line.Contains(nameof(Cut), StringComparison.Ordinal));
        Assert.DoesNotContain(found, line => line.Contains(nameof(Checked), StringComparison.Ordinal));
    }

    private static int Cut(long length) => unchecked((int)length);

    private static int Checked(long length) => checked((int)length);

    private static IEnumerable<string> Unchecked(string assembly, Action count)
    {
        using var file = new PEReader(File.OpenRead(assembly));
        var metadata = file.GetMetadataReader();
        foreach (var method in metadata.MethodDefinitions.Select(metadata.GetMethodDefinition).Where(method => method.RelativeVirtualAddress != 0))
        {
            count();
            var body = file.GetMethodBody(method.RelativeVirtualAddress).GetILReader();
            var name = Name(metadata, method);
            // What the SDK generates for a regular expression counts chars.
            if (HasCut(ref body) && !name.StartsWith("<RegexGenerator", StringComparison.Ordinal)) yield return $"{name}: a cast from 64 to 32 bits without checked(...)";
        }
    }

    // The length of an array is a native number, which the compiler converts; an array has at most 2^31 elements.
    private static bool HasCut(ref BlobReader body)
    {
        var before = OpCodes.Nop;
        while (body.RemainingBytes > 0)
        {
            var first = body.ReadByte();
            var code = Codes[first == 0xFE ? 0xFE00 | body.ReadByte() : first];
            if ((code == OpCodes.Conv_I4 || code == OpCodes.Conv_U4) && before != OpCodes.Ldlen) return true;
            before = code;
            var operand = code.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => body.ReadInt32() * 4,
                _ => 4,
            };
            body.Offset += operand;
        }
        return false;
    }

    private static string Name(MetadataReader metadata, MethodDefinition method)
    {
        var name = metadata.GetString(method.Name);
        for (var type = method.GetDeclaringType(); !type.IsNil; type = metadata.GetTypeDefinition(type).GetDeclaringType())
            name = $"{metadata.GetString(metadata.GetTypeDefinition(type).Name)}.{name}";
        return name;
    }
}
