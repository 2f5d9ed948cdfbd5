using System.Globalization;
using System.Text.RegularExpressions;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The values that a setting accepts. Values are written as text: a word, or digits.</summary>
public abstract partial record AllowedValues
{
    private AllowedValues()
    {
    }

    /// <summary>Returns why this is not a value of the setting; null if it is one.</summary>
    public abstract string? Problem(string value);

    /// <summary>Returns the kernel module that a value needs, built in or loadable, as in <c>tcp_htcp</c>; null if it needs none.</summary>
    public virtual string? ModuleOf(string value) => null;

    /// <summary>Returns one line for people, as in "enabled or disabled".</summary>
    public abstract override string ToString();

    /// <summary>A few words, each with the number that the system stores for it.</summary>
    /// <param name="Values">The words in the system's order.</param>
    public sealed record Named(IReadOnlyList<Named.One> Values) : AllowedValues
    {
        /// <summary>0 and 1 as switches use them.</summary>
        public static Named Switch { get; } = Of("disabled", "enabled");

        /// <summary>Returns words whose numbers are their positions, from 0.</summary>
        public static Named Of(params string[] words) => new([.. words.Select((name, i) => new One(name, i))]);

        /// <summary>Returns the word for a number; null if the number is not known.</summary>
        public string? NameFor(long code) => Values.FirstOrDefault(name => name.Code == code)?.Name;

        /// <summary>Returns the number for a word.</summary>
        /// <exception cref="FormatException">The word is not in the list.</exception>
        public int CodeFor(string name) =>
            Values.FirstOrDefault(known => known.Name == name)?.Code ?? throw new FormatException(Problem(name));

        public override string? Problem(string value) => Values.Any(name => name.Name == value) ? null : $"\"{value}\" is none of {this}";

        public override string ToString() => string.Join(", ", Values.Select(name => name.Name));

        /// <summary>A value's word, and the number that the system stores for it.</summary>
        /// <param name="Name">The word that netsh and profiles use; never localised.</param>
        /// <param name="Code">The number that CIM or the registry holds.</param>
        public sealed record One(string Name, int Code);
    }

    /// <summary>A few words that the system stores as they are.</summary>
    /// <param name="Words">The words.</param>
    public sealed record Texts(params IReadOnlyList<string> Words) : AllowedValues
    {
        public override string? Problem(string value) => Words.Contains(value) ? null : $"\"{value}\" is none of {this}";

        public override string ToString() => string.Join(", ", Words);
    }

    /// <summary>Whole numbers in a range, both ends included.</summary>
    /// <param name="Least">The smallest.</param>
    /// <param name="Most">The largest.</param>
    /// <param name="Step">The increment, counted from the smallest.</param>
    /// <param name="Unit">The unit, in the plural: "ms", "segments", "bytes".</param>
    public sealed record Numbers(long Least, long Most, long Step, string Unit) : AllowedValues
    {
        public override string? Problem(string value)
        {
            if (!long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                return $"\"{value}\" is no whole number of {Unit}";
            if (number < Least || number > Most) return $"{value} is not between {Least} and {Most} {Unit}";
            return (number - Least) % Step == 0 ? null : $"{value} is not {Least} {Unit} plus a multiple of {Step}";
        }

        public override string ToString() => Step == 1 ? $"{Least} to {Most} {Unit}" : $"{Least} to {Most} {Unit} in steps of {Step}";
    }

    /// <summary>A range of ports that netsh accepts: from 1025 on, with at least 255 ports.</summary>
    public sealed record PortRanges : AllowedValues
    {
        private const int First = 1025, Fewest = 255;

        public override string? Problem(string value) =>
            PortRange.Parse(value) is { } range && range.Start >= First && range.Count >= Fewest
                ? null : $"\"{value}\" is no range of {Fewest} ports or more between {First} and 65535, such as 49152-65535";

        public override string ToString() => $"a range of {Fewest} ports or more between {First} and 65535, such as 49152-65535";
    }

    /// <summary>
    /// Numbers whose limits only the adapter's driver knows (<c>Ndi\params</c> of its class key). A plan checks values against these
    /// limits.
    /// </summary>
    /// <param name="Unit">The unit, in the plural.</param>
    public sealed record DriverNumbers(string Unit) : AllowedValues
    {
        /// <summary>The word for the driver's maximum; a plan replaces it by the number.</summary>
        public const string Most = "driver-max";

        public override string? Problem(string value) =>
            value == Most || long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out _)
                ? null : $"\"{value}\" is neither a number of {Unit} nor {Most}";

        public override string ToString() => $"what the driver accepts, in {Unit}, or {Most}";
    }

    /// <summary>Names of parts of the Linux kernel that another kernel may lack.</summary>
    /// <param name="Prefix">What their modules' names begin with, as in <c>tcp_</c>.</param>
    /// <param name="Usual">The names to offer. Others are accepted too, so that a part of any kernel can be restored.</param>
    public sealed record KernelParts(string Prefix, params IReadOnlyList<string> Usual) : AllowedValues
    {
        // TCP_CA_NAME_MAX and IFNAMSIZ of the kernel: 16 bytes with the final zero.
        private const int Longest = 15;

        public override string? ModuleOf(string value) => Prefix + value;

        public override string? Problem(string value) =>
            value.Length is > 0 and <= Longest && value.All(letter => letter is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '_')
                ? null : $"\"{value}\" is no name like {Usual[0]}";

        public override string ToString() => $"{string.Join(", ", Usual)}, or another that the kernel has";
    }

    /// <summary>A queue discipline of an interface, and for <c>fq</c> the largest rate of a stream if there is a limit.</summary>
    public sealed partial record QueueDisciplines : AllowedValues
    {
        // TCA_FQ_FLOW_MAX_RATE is a 32-bit number of bytes per second whose largest value means no limit.
        private const int MostMegabits = 34359;

        public override string ModuleOf(string value) => $"sch_{value.Split(' ')[0]}";

        public override string? Problem(string value) =>
            Form().Match(value) is { Success: true } match
            && (match.Groups["rate"] is not { Success: true } rate
                || int.Parse(rate.ValueSpan, CultureInfo.InvariantCulture) is >= 1 and <= MostMegabits)
                ? null : $"\"{value}\" is none of {this}";

        public override string ToString() => $"fq, fq maxrate Nmbit (1 to {MostMegabits}), fq_codel, pfifo_fast";

        [GeneratedRegex("^(?:fq_codel|pfifo_fast|fq(?: maxrate (?<rate>[0-9]{1,5})mbit)?)$", RegexOptions.NonBacktracking)]
        private static partial Regex Form();
    }

    /// <summary>The processors that may handle an interrupt, as the kernel lists them: <c>0-3,8</c>.</summary>
    public sealed partial record ProcessorLists : AllowedValues
    {
        /// <summary>The word for one processor on the adapter's NUMA node for all interrupts; a plan replaces it by the number.</summary>
        public const string OneCore = "one-core";

        /// <summary>The word for the processors of the adapter's NUMA node in turn; a plan replaces it by the numbers.</summary>
        public const string Spread = "spread";

        public override string? Problem(string value) =>
            value is OneCore or Spread || Form().IsMatch(value)
                ? null : $"\"{value}\" is neither {OneCore}, {Spread} nor a list of processors";

        public override string ToString() => $"{OneCore}, {Spread}, or a list of processors as in 0-3,8";

        [GeneratedRegex("^[0-9]{1,5}(?:-[0-9]{1,5})?(?:,[0-9]{1,5}(?:-[0-9]{1,5})?)*$", RegexOptions.NonBacktracking)]
        private static partial Regex Form();
    }

    /// <summary>
    /// One value for each of several objects of the kernel: the value alone if it is the same for all, else <c>name=value</c> for each.
    /// </summary>
    /// <param name="One">The values of one object.</param>
    public sealed record PerObject(AllowedValues One) : AllowedValues
    {
        public override string? Problem(string value) =>
            value.Contains('=', StringComparison.Ordinal)
                ? value.Split(' ').Select(pair => pair.Split('=') is [{ Length: > 0 } name, var own] && name.All(char.IsAsciiLetterOrDigit)
                    ? One.Problem(own) : $"\"{pair}\" is not of the form name=value").FirstOrDefault(problem => problem is not null)
                : One.Problem(value);

        public override string ToString() => One.ToString();
    }

    /// <summary>Lines of a sysctl file, separated by semicolons, for the kernel settings of the catalogue only.</summary>
    public sealed partial record BootLines : AllowedValues
    {
        public override string? Problem(string value) => value.Split("; ").Select(ProblemOf).FirstOrDefault(problem => problem is not null);

        public override string ToString() => "lines name=value of a file in /etc/sysctl.d";

        private static string? ProblemOf(string line) =>
            Form().Match(line) is { Success: true } match
            && SettingCatalogue.All.Any(setting => setting.Place is SettingPlace.Sysctl sysctl && sysctl.Name == match.Groups["name"].Value)
                ? null : $"\"{line}\" is no line for a known setting";

        [GeneratedRegex("^(?<name>[a-z0-9_.]+)=[a-z0-9_]+(?: [a-z0-9_]+)*$", RegexOptions.NonBacktracking)]
        private static partial Regex Form();
    }
}
