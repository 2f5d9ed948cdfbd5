using System.CommandLine;
using System.CommandLine.Invocation;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Help;

/// <summary>The option <c>--help [all]</c> of every command.</summary>
internal sealed class HelpSwitch : Option<string>
{
    /// <summary>The value that asks for every option.</summary>
    public const string All = "all";

    public HelpSwitch() : base("--help", "-h", "/h", "-?", "/?")
    {
        Description = $"Show help; {All} lists every option";
        Arity = ArgumentArity.ZeroOrOne;
        Recursive = true;
        CompletionSources.Add(All);
        Action = new ShowAction(this);
    }

    /// <summary>Creates the action of <c>ftpx</c> without arguments: it shows the overview and is a usage error.</summary>
    public SynchronousCommandLineAction WithoutArguments() => new ShowAction(this, ExitCodes.Usage);

    private sealed class ShowAction(HelpSwitch option, int code = 0) : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => code == ExitCodes.Ok;

        public override int Invoke(ParseResult parseResult)
        {
            foreach (var line in HelpPage.Lines(parseResult.CommandResult.Command, parseResult.GetValue(option) == All))
                parseResult.InvocationConfiguration.Output.WriteLine(line);
            return code;
        }
    }
}
